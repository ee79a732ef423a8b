import { createBrowserRouter, Link, Outlet, RouterProvider } from '@portal/shared/router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RouteErrorBoundary } from './route-error-boundary.tsx'

let fails = true

function Layout() {
  if (fails) throw new Error('A defect of the layout')
  return <Outlet />
}

const router = createBrowserRouter([
  {
    element: (
      <RouteErrorBoundary fallback={<Link to="/out">Дальше</Link>}>
        <Layout />
      </RouteErrorBoundary>
    ),
    children: [{ path: '*', element: 'Страница' }],
  },
])

beforeEach(() => {
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  router.dispose()
  vi.restoreAllMocks()
})

test('a route boundary shows its fallback after an error, until the next navigation', async () => {
  render(<RouterProvider router={router} />)
  await userEvent.click(screen.getByText('Дальше'))
  expect(screen.getByText('Дальше')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByText('Дальше'))
  expect(screen.getByText('Страница')).toBeDefined()
})

test('a route boundary shows the next page when the page that was left throws in a cleanup', async () => {
  function Left() {
    useEffect(
      () => () => {
        throw new Error('In a cleanup')
      },
      [],
    )
    return <Link to="/out">Выход</Link>
  }
  history.replaceState(null, '', '/in')
  const layouts = createBrowserRouter([
    {
      element: (
        <RouteErrorBoundary fallback="Сбой">
          <Outlet />
        </RouteErrorBoundary>
      ),
      children: [
        { path: '/in', element: <Left /> },
        { path: '/out', element: 'Вход' },
      ],
    },
  ])
  render(<RouterProvider router={layouts} />)
  await userEvent.click(screen.getByText('Выход'))
  expect(await screen.findByText('Вход')).toBeDefined()
  expect(screen.queryByText('Сбой')).toBeNull()
  layouts.dispose()
})
