import { sessionState } from '@portal/shared/session/state/session-state'
import { renderPage } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { vi } from 'vitest'

/** Opens a page as Анна. A second call in a test acts as a reload: the page restarts, and the tab's storage stays. */
export function openPage(Component: ComponentType, address: string, path?: string) {
  cleanup()
  sessionState.setState({ user: { id: 'anna', name: 'Анна' } })
  return { user: userEvent.setup({ delay: null }), client: renderPage(Component, address, path) }
}

type User = ReturnType<typeof openPage>['user']

export async function typeAmount(user: User, amount: string) {
  const field = await screen.findByLabelText('Сумма')
  await user.clear(field)
  await user.type(field, amount)
}

/** Selects a payout method, or a colleague, by a part of its name. */
export async function choose(user: User, name: RegExp) {
  await user.click(await screen.findByRole('combobox'))
  await user.click(await screen.findByRole('option', { name }))
}

/** Goes from the filled form of a withdrawal to the step of the code. */
export async function confirm(user: User) {
  await user.click(await screen.findByRole('button', { name: /^Вывести \d/ }))
  await screen.findByLabelText(/Код/)
}

export async function enterCode(user: User, code: string) {
  const field = await screen.findByLabelText(/Код/)
  await user.clear(field)
  await user.type(field, code)
  await user.click(screen.getByRole('button', { name: /^(Вывести|Перевести) \d/ }))
}

/** Lets time pass, with all that waits for it. */
export async function later(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** The value beside a name: `factText('Комиссия')` → `15 ₽`. */
export function factText(name: string) {
  return seenText(screen.getAllByText(name).at(-1)?.nextElementSibling)
}

/** Returns the reason that is shown beside a disabled button. */
export function reasonBeside(button: HTMLElement) {
  return seenText(document.getElementById(button.getAttribute('aria-describedby') ?? ''))
}
