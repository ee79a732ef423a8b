import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { berezka, closePortal, mostNotDefault, openPortal, stubSession } from '../../testing/open-portal.tsx'

let mounts = 0
const cleanups = { inLayoutEffect() {}, inEffect() {} }

function Home() {
  useLayoutEffect(() => () => cleanups.inLayoutEffect(), [])
  useEffect(() => () => cleanups.inEffect(), [])
  return <h2>Страница, которую покидают</h2>
}

function Next() {
  useEffect(() => {
    mounts += 1
  }, [])
  return <h2>Следующая страница</h2>
}

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: path === '/' ? Home : Next, version: '1' }),
  loadPageAhead: () => {},
}))

function fails(): never {
  throw new Error('In a cleanup')
}

beforeEach(() => {
  mounts = 0
  stubSession([berezka, mostNotDefault])
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  Object.assign(cleanups, { inLayoutEffect() {}, inEffect() {} })
  closePortal()
  vi.restoreAllMocks()
})

test.each(['inLayoutEffect', 'inEffect'] as const)(
  'a cleanup that throws %s when its page is left takes nothing down: menu and next page stay as they are',
  async (where) => {
    const thrown = vi.fn(fails)
    cleanups[where] = thrown
    openPortal('/')
    await screen.findByText('Страница, которую покидают')
    for (const [visits, link] of [
      [1, 'Операции'],
      [2, 'Другое'],
    ] as const) {
      await userEvent.click(screen.getByRole('link', { name: link }))
      expect(await screen.findByText('Следующая страница')).toBeDefined()
      await waitFor(() => expect(thrown).toHaveBeenCalledTimes(visits))
      // What was typed there would stay.
      await waitFor(() => expect(mounts).toBe(visits))
      expect(screen.getByRole('navigation', { name: 'Меню' })).toBeDefined()
      expect(screen.queryByText('Что-то пошло не так')).toBeNull()
      await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
      expect(await screen.findByText('Страница, которую покидают')).toBeDefined()
    }
  },
)
