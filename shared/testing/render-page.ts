// Brings the types of its matchers to the tests of a page.
import '@testing-library/jest-dom/vitest'
import type { Employee } from '@portal/contracts/employee'
import { createBrowserRouter, RouterProvider } from '@portal/shared/router'
import { sessionState } from '@portal/shared/session/state/session-state'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ComponentType, createElement, type ReactNode, useState } from 'react'

/** Who is signed in, in a test of a page. */
export const testEmployee: Employee = {
  id: 'employee-1',
  default: true,
  manager: false,
  restaurant: { id: 'berezka', name: 'Берёзка', bank: 'Т-Банк' },
}

/** Data stay fresh as in the portal (shell/src/query-client.ts): a slow machine reads no page twice. */
const emptyCache = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })

/** Wraps a hook that reads the API: `renderHook(useX, { wrapper: WithEmptyCache })`. */
export function WithEmptyCache({ children }: { children: ReactNode }) {
  const [client] = useState(emptyCache)
  return createElement(QueryClientProvider, { client }, children)
}

/**
 * Renders a remote's page as the shell does: signed in, at an address, with an empty cache. Pass the route's `path` if
 * it has parameters; all other addresses are then empty.
 */
export function renderPage(Component: ComponentType, address = '/', path = '*'): QueryClient {
  history.replaceState(null, '', address)
  sessionState.setState({ currentEmployee: testEmployee, toasts: [] })
  const client = emptyCache()
  const router = createBrowserRouter([
    { path, Component },
    { path: '*', element: null },
  ])
  render(createElement(QueryClientProvider, { client }, createElement(RouterProvider, { router })))
  return client
}
