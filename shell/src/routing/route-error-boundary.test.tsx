import { createBrowserRouter, Link, Outlet, RouterProvider } from '@portal/shared/router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

test('shows its fallback for what throws, and tries again with each navigation', async () => {
  render(<RouterProvider router={router} />)
  await userEvent.click(screen.getByText('Дальше'))
  expect(screen.getByText('Дальше')).toBeDefined()
  fails = false
  await userEvent.click(screen.getByText('Дальше'))
  expect(screen.getByText('Страница')).toBeDefined()
})
