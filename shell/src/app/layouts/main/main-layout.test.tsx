import { getSessionBootstrap } from '@portal/contracts/session'
import { stub } from '@portal/shared/testing/http-stub'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import {
  anna,
  berezka,
  closePortal,
  createBalance,
  mostNotDefault,
  openPortal,
  stubSession,
} from '../../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2>, version: '1' }),
  loadPageAhead: () => {},
}))

afterEach(closePortal)

// spec: 2.27
test('the main layout is wide for a wide route, while it loads and afterwards, and narrow for others', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const bootstrap = {
    user: anna,
    employees: [berezka],
    balance: { total: createBalance(1000), by_restaurant: { r1: createBalance(1000) } },
    live_seq: 0,
    ends_at: '2099-01-01T00:00:00Z',
  }
  stub(getSessionBootstrap, async () => {
    await loaded
    return bootstrap
  })
  openPortal('/')
  expect(await screen.findByRole('main')).toHaveAttribute('data-width', 'wide')
  load()
  await screen.findByText('Страница /')
  expect(screen.getByRole('main')).toHaveAttribute('data-width', 'wide')

  await userEvent.click(screen.getByRole('link', { name: 'Операции' }))
  await screen.findByText('Страница /billing')
  expect(screen.getByRole('main')).not.toHaveAttribute('data-width')
})

// spec: 6.2, 6.3
test('the main layout shows skeletons until employees and balance are there, then the portal of the first employee', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  stub(getSessionBootstrap, async () => {
    await loaded
    const [none, some] = [createBalance(0), createBalance(1000)]
    return {
      user: anna,
      employees: [mostNotDefault, berezka],
      balance: { total: some, by_restaurant: { r1: none, r2: some } },
      live_seq: 0,
      ends_at: '2099-01-01T00:00:00Z',
    }
  })
  openPortal('/')
  expect(await screen.findByRole('main')).toContainElement(document.querySelector<HTMLElement>('[aria-busy=true]'))
  expect(screen.queryByText('Страница /')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Выход' })).toBeNull()

  load()
  expect(await screen.findByText('Страница /')).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Ресторан' })).toHaveTextContent('Старый мост')
  // The menu is for this restaurant, where the user has money but no right to transfer.
  expect(screen.getByRole('link', { name: 'Операции' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Перевод средств' })).toBeNull()
})

test('the menu shows the photo of the user, or the first letter of the name', async () => {
  stubSession([berezka])
  openPortal('/')
  await screen.findByText('Страница /')
  expect(within(screen.getByRole('complementary')).getByText('А')).toBeVisible()
  closePortal()

  stubSession([berezka], { ...anna, photo_url: '/uploads/anna.png' })
  openPortal('/')
  await screen.findByText('Страница /')
  expect(screen.getByRole('complementary').querySelector('img')).toHaveAttribute('src', '/uploads/anna.png')
})
