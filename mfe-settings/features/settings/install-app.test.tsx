import type { InstallPrompt } from '@portal/shared/page-protocol'
import { renderPage } from '@portal/shared/testing/render-page'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { InstallApp as Component } from './install-app.tsx'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
  delete window.installPrompt
  delete window.installChoice
  vi.restoreAllMocks()
})

/** Stores the prompt like the shell's page (platform/server/inline/early-script.ts). */
function offer(outcome: 'accepted' | 'dismissed'): void {
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome }) })
  window.installPrompt = event as InstallPrompt
  act(() => void dispatchEvent(event))
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('shows nothing where the portal cannot be installed', () => {
  renderPage(Component)
  expect(rows()).toEqual([])
})

// spec: 2.41
test('opens the prompt of the browser at a click, be its offer older than the page or newer', async () => {
  renderPage(Component)
  offer('accepted')
  await userEvent.click(screen.getByRole('button', { name: /Установить приложение/ }))
  expect(await screen.findByText('Приложение установлено')).toBeVisible()
})

test('does not prompt a user again who has declined, and shows where it is', async () => {
  offer('dismissed')
  renderPage(Component)
  await userEvent.click(screen.getByRole('button', { name: /Установить приложение/ }))
  expect(await screen.findByText('Установить можно из меню браузера')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows a user who has declined on another page where it is', async () => {
  offer('dismissed')
  // Each remote has its own copy of the module.
  vi.resetModules()
  await (await import('@portal/shared/install-app/installing')).install()
  renderPage(Component)
  expect(screen.getByText('Установить можно из меню браузера')).toBeVisible()
})

test('detects an installation from the browser’s own menu', async () => {
  offer('accepted')
  renderPage(Component)
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(await screen.findByText('Приложение установлено')).toBeVisible()
})

test('explains the installation on an iPhone', async () => {
  Object.assign(navigator, { standalone: false })
  renderPage(Component)
  await userEvent.click(screen.getByRole('button', { name: /Установить приложение/ }))
  expect(await screen.findByRole('dialog', { name: 'Установка приложения' })).toHaveTextContent(
    'выберите «На экран „Домой“»',
  )
})

test.each([
  ['on an iPhone', () => Object.assign(navigator, { standalone: true })],
  ['elsewhere', () => vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)],
])('detects that it is installed, %s', (_, start) => {
  start()
  renderPage(Component)
  expect(screen.getByText('Приложение установлено')).toBeVisible()
})
