import { logout } from '@portal/contracts/session'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './settings-page.tsx'

beforeEach(() => {
  resetStubs()
  delete document.documentElement.dataset.theme
  signedIn({ id: 'u1', name: 'Анна' })
})

// spec: 2.96
test('follows the theme of the system until another is chosen', async () => {
  renderPage(Component)
  screen.getByRole('radio', { name: 'Системная', checked: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Тёмная' }))
  screen.getByRole('radio', { name: 'Тёмная', checked: true })
  expect(document.documentElement.dataset.theme).toBe('dark')

  await userEvent.click(screen.getByRole('radio', { name: 'Системная' }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('ends the session on signing out', async () => {
  stub(logout, () => undefined)
  renderPage(Component)
  await userEvent.click(screen.getByRole('button', { name: 'Выход' }))
  await waitFor(() => expect(useSession.getState().user).toBeNull())
})

test('does not show a session as ended that could not be ended on the server', async () => {
  stub(logout, () => {
    throw new NetworkError()
  })
  renderPage(Component)
  await userEvent.click(screen.getByRole('button', { name: 'Выход' }))
  await screen.findByText('Не удалось выйти. Проверьте соединение и попробуйте ещё раз.')
  expect(useSession.getState().user).not.toBeNull()
})
