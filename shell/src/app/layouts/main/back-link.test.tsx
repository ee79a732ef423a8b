import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { berezka, closePortal, openPortal, stubSession } from '../../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../../remotes/load-page.ts', async () => {
  const { Link } = await import('@portal/shared/router')
  return {
    loadPageAhead: () => {},
    loadPage: async (_: string, path: string) => ({
      version: '1',
      Component: () => (
        <>
          <h2>Страница {path}</h2>
          <Link to="/settings/phone">Телефон</Link>
        </>
      ),
    }),
  }
})

afterEach(closePortal)

const back = () => screen.findByRole('link', { name: 'Назад: Настройки' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

// spec: 2.97
test('the back link leads from a nested page to its parent and leaves no entry behind it in the history', async () => {
  stubSession([berezka])
  openPortal('/settings')
  await userEvent.click(await screen.findByRole('link', { name: 'Телефон' }))
  await heading('Смена телефона')
  const { idx } = history.state
  await userEvent.click(await back())
  await heading('Настройки')
  expect(location.pathname).toBe('/settings')
  expect(history.state.idx).toBe(idx - 1)
  expect(screen.queryByRole('link', { name: /^Назад/ })).toBeNull()
})

// spec: 2.97
test('the back link replaces a nested page that was opened by its address by its parent', async () => {
  stubSession([berezka])
  openPortal('/settings/phone')
  // Until then the empty layout of the loading page stands there.
  await screen.findByRole('heading', { level: 2 })
  const { length } = history
  ;(await back()).focus()
  await userEvent.keyboard('{Enter}')
  await heading('Настройки')
  expect(location.pathname).toBe('/settings')
  expect(history.length).toBe(length)
})

test('the back link leads to the parent also when the page was opened from another one', async () => {
  stubSession([berezka])
  openPortal('/billing')
  await userEvent.click(await screen.findByRole('link', { name: 'Телефон' }))
  await userEvent.click(await back())
  await heading('Настройки')
  history.back()
  await waitFor(() => expect(location.pathname).toBe('/billing'))
})
