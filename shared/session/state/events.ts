import type { Employee } from '@portal/contracts/employee'
import {
  type StoredUser,
  sessionState,
  setInitialState,
  stateAtStart,
  stored,
} from '@portal/shared/session/state/session-state'

// The shell decides who is signed in and what they may open, so these events are not provided to remotes.

const { getState, setState } = sessionState

/**
 * Starts with the state that a page is rendered with on the server. The browser hydrates it with the same one, also
 * where an event has changed the state meanwhile; React shows that right after.
 */
export function sessionRendered({ id, name }: StoredUser, employees: readonly Employee[]): void {
  const rendered = { ...stateAtStart, user: { id, name }, currentEmployee: employees[0] ?? null, toasts: [] }
  setInitialState(rendered)
  setState(rendered, true)
}

export function signedIn({ id, name }: StoredUser): void {
  stored.write({ id, name })
  setState({ user: { id, name }, hasSignedOut: false, hasEnded: false, disabled: false, forbidden: false })
}

/** After a logout or a 401, removes everything that belongs to the user. */
export function signedOut({ hasSignedOut = false, hasEnded = false, disabled = false } = {}): void {
  stored.remove()
  setState({ user: null, currentEmployee: null, hasSignedOut, hasEnded, disabled, forbidden: false })
}

/**
 * Selects the first employee of the list unless the current one is still in it. An empty list changes nothing here: the
 * shell then removes the current page as a whole.
 */
export function employeesLoaded(employees: readonly Employee[]): void {
  if (employees.length === 0) return
  const id = getState().currentEmployee?.id
  setState({ currentEmployee: employees.find((employee) => employee.id === id) ?? employees[0] ?? null })
}

export function accessForbidden(): void {
  setState({ forbidden: true })
}

export function navigated(): void {
  if (getState().forbidden) setState({ forbidden: false })
}
