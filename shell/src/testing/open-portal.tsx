import type { Balance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import { getSessionBootstrap, type User } from '@portal/contracts/session'
import type { RemoteManifest } from '@portal/shared/manifest'
import { RouterProvider } from '@portal/shared/router'
import { signedIn } from '@portal/shared/session/state/events'
import { sessionState } from '@portal/shared/session/state/session-state'
// Only the types of its matchers: the tests' configuration runs it.
import type {} from '@portal/shared/testing/browser-setup'
import { stub } from '@portal/shared/testing/http-stub'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { createPortalRouter } from '../app/routing/router.tsx'
import { restoreSessionBy } from '../session/load-session.ts'
import { clearWithUser, handleSessionEvents } from '../session/session-events.ts'
import { lateOwnRoutes } from '../sign-in/own-pages.ts'
import { restoreLater } from '../updates/offline/restore-later.ts'
import { forgetPushUser } from '../updates/push/with-push.ts'
import { fakeEarlyPortal } from './fake-early-portal.ts'
import { FakeEventSource } from './fake-event-source.ts'

const manifest = {
  name: 'mfe-test',
  paths: ['/'],
  routes: [
    { path: '/', title: 'Чаевые', layout: 'main', width: 'wide' },
    { path: '/billing', title: 'Операции', layout: 'main' },
    { path: '/transfer', title: 'Перевод средств', layout: 'main', requires: 'default-employee' },
    { path: '/other', title: 'Другое', layout: 'main' },
    { path: '/settings', title: 'Настройки', layout: 'main' },
    { path: '/settings/phone', title: 'Смена телефона', layout: 'main', parent: '/settings' },
    { path: '/closed', title: 'Закрыто', layout: 'main', requires: 'default-employee' },
    { path: '/shifts', title: 'Смены', layout: 'main', requires: 'manager' },
  ],
  menu: [
    { path: '/', label: 'Чаевые', icon: 'tips', group: 'Меню', order: 1 },
    { path: '/billing', label: 'Операции', icon: 'operations', group: 'Меню', order: 2, requires: 'money' },
    {
      path: '/transfer',
      label: 'Перевод средств',
      icon: 'transfer',
      group: 'Меню',
      order: 3,
      requires: 'default-employee',
    },
    { path: '/other', label: 'Другое', icon: 'settings', group: 'Профиль', order: 4 },
  ],
} as const satisfies RemoteManifest

const release = {
  version: '1',
  base: '/releases/mfe-test/1/',
  entry: 'entry.js',
  container: 'test',
  files: {},
  manifest,
}
const registry = { sequence: 1, shell: release, remotes: { 'mfe-test': { current: release } } }

const page = document.createElement('script')
page.id = 'registry'
page.type = 'application/json'
page.textContent = JSON.stringify(registry)
document.head.append(page)
window.portal = fakeEarlyPortal()
Object.assign(globalThis, { EventSource: FakeEventSource })

export const createBalance = (balance: number): Balance => ({
  avg_sum: balance / 10,
  balance,
  pending: 0,
  updated_at: '2026-11-20T10:00:00Z',
})

export const berezka: Employee = {
  id: 'e1',
  default: true,
  manager: false,
  restaurant: { id: 'r1', name: 'Берёзка', bank: 'Т-Банк' },
}
export const mostNotDefault: Employee = {
  id: 'e2',
  default: false,
  manager: true,
  restaurant: { id: 'r2', name: 'Старый мост', bank: 'Альфа-Банк' },
}

export const anna: User = { id: 'u1', name: 'Анна Смирнова', phone_masked: '+7 (900) •••-••-01', photo_url: null }

/** Stubs the session of a user. */
export function stubSession(employees: Employee[], user = anna, balance = createBalance(1000)): void {
  stub(getSessionBootstrap, () => ({
    user,
    employees,
    balance: {
      total: balance,
      by_restaurant: Object.fromEntries(employees.map(({ restaurant }) => [restaurant.id, balance])),
    },
    ends_at: '2099-01-01T00:00:00Z',
    live_seq: 0,
  }))
}

export const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
let router: ReturnType<typeof createPortalRouter> | undefined
restoreSessionBy(restoreLater)
handleSessionEvents((path) => router?.navigator.replace(path), forgetPushUser)
clearWithUser(client)

/** The whole portal in this page, as main.tsx puts it together. `user`: who the browser remembers. */
export function openPortal(address: string, user: User | null = anna): void {
  if (user) signedIn(user)
  history.replaceState(null, '', address)
  router = createPortalRouter(registry, lateOwnRoutes())
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Removes the user, the page and its data, so that nothing is left for the next test. */
export function closePortal(): void {
  cleanup()
  router?.dispose()
  client.clear()
  const nobody = { user: null, currentEmployee: null, hasSignedOut: false, hasEnded: false, disabled: false }
  sessionState.setState({ ...nobody, forbidden: false, toasts: [] })
}
