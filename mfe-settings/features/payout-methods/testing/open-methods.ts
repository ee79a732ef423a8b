import { sessionState } from '@portal/shared/session/state/session-state'
import { useSession } from '@portal/shared/session/store'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { test as base } from 'vitest'
import { methodsServer } from './methods-server.ts'

/** A test of a page with a server of its own. */
export const test = base.extend<{ server: ReturnType<typeof methodsServer> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which other fixtures this one needs
  server: [async ({}, use) => use(methodsServer()), { auto: true }],
})

/** Opens a page as Анна. */
export function openPage(Component: ComponentType, address = '/settings/payout-methods', path?: string) {
  sessionState.setState({ user: { id: 'anna', name: 'Анна' } })
  return { user: userEvent.setup({ delay: null }), client: renderPage(Component, address, path) }
}

type User = ReturnType<typeof openPage>['user']

export async function enterCode(user: User, code: string, submit = 'Добавить') {
  const field = await screen.findByLabelText(/Код/)
  await user.clear(field)
  await user.type(field, code)
  await user.click(screen.getByRole('button', { name: submit }))
}

/** Returns the texts of the toasts. */
export function toasts(): string[] {
  return useSession.getState().toasts.map(({ text }) => text)
}
