import { createBrowserRouter, Link, Outlet, RouterProvider } from '@portal/shared/router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useNavigateInSection } from './navigate-in-section.ts'
import { registryGiven } from './registry.ts'

beforeEach(() => {
  const releaseOf = (...paths: string[]) => {
    const routes = paths.map((path) => ({ path, title: '', layout: 'main' as const }))
    const manifest = { name: 'mfe-tips' as const, paths, routes, menu: [] }
    return { current: { version: '1', base: '/', entry: '', container: '', files: {}, manifest } }
  }
  const remotes = { 'mfe-payouts': releaseOf('/out', '/out/new'), 'mfe-tips': releaseOf('/tips') }
  registryGiven({ sequence: 1, shell: { version: '1', base: '/', files: {} }, remotes } as never)
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

function Layout() {
  return (
    <>
      <Link to="/tips">Чаевые</Link>
      <Outlet />
    </>
  )
}

let late: () => void

function Out() {
  const navigate = useNavigateInSection()
  late = () => navigate('/out')
  useEffect(() => () => void navigate('/out'), [navigate])
  return (
    <button type="button" onClick={() => navigate('/out/new', { replace: true })}>
      Новая выплата
    </button>
  )
}

function open(): void {
  history.replaceState(null, '', '/out')
  const children = [
    { path: '/out', Component: Out },
    { path: '/out/new', element: <h2>Выплата</h2> },
    { path: '/tips', element: <h2>Страница чаевых</h2> },
  ]
  render(<RouterProvider router={createBrowserRouter([{ element: <Layout />, children }])} />)
}

test('leaves the user in the next section when the former one navigates while it ends, or later', async () => {
  open()
  await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
  expect(await screen.findByText('Страница чаевых')).toBeDefined()
  late()
  expect(location.pathname).toBe('/tips')
})

test('navigates as long as the section is shown', async () => {
  open()
  const { length } = history
  const button = screen.getByRole('button')
  // Its cleanup navigates back, which is within the section.
  await userEvent.click(button)
  expect(location.pathname).toBe('/out')
  expect(history.length).toBeGreaterThan(length)
})
