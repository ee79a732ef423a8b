import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import {
  type SessionState,
  type StoredUser,
  sessionState,
  setInitialState,
  stateAtStart,
  stored,
  type Toast,
} from '@portal/shared/session/state/session-state'

export type { StoredUser, Toast } from '@portal/shared/session/state/session-state'

export const toastDurationMs = 3000

/** The user who is signed in in this browser, also when another tab has changed it. */
export const storedUser: () => StoredUser | null = stored.read

type Session = {
  <Selected>(selector: (state: SessionState) => Selected): Selected
  getState(): Readonly<SessionState>
  /** Returns what ends it. */
  subscribe(listener: (state: SessionState, previous: SessionState) => void): () => void
}

const { getState, setState, subscribe } = sessionState

/** One copy for the shell and all remotes. State changes by the events below only: this has no `setState`, also at run time. */
export const useSession: Session = Object.freeze(
  Object.assign(<Selected>(selector: (state: SessionState) => Selected) => sessionState(selector), {
    getState: () => Object.freeze(getState()),
    subscribe,
  }),
)

/**
 * Starts with the state that a page is rendered with on the server. The browser hydrates it with the same one, also where an
 * event has changed the state meanwhile; React shows that right after.
 */
export function sessionRendered({ id, name }: StoredUser, employees: readonly Employee[]): void {
  const rendered = { ...stateAtStart, user: { id, name }, currentEmployee: employees[0] ?? null }
  setInitialState(rendered)
  setState(rendered, true)
}

export function signedIn({ id, name }: StoredUser): void {
  stored.write({ id, name })
  setState({ user: { id, name }, left: false, disabled: false, forbidden: false })
}

/** The user has changed their name. */
export function renamed(name: string): void {
  const { user } = useSession.getState()
  if (!user) return
  stored.write({ id: user.id, name })
  setState({ user: { id: user.id, name } })
}

/** Logout, or a 401: nothing of the person stays. */
export function signedOut({ left = false, disabled = false } = {}): void {
  stored.remove()
  setState({ user: null, currentEmployee: null, left, disabled, forbidden: false })
}

/**
 * Selects the first of the list unless the current one is still in it. Without any, the current page is removed as a
 * whole.
 */
export function employeesLoaded(employees: readonly Employee[]): void {
  if (employees.length === 0) return
  const id = useSession.getState().currentEmployee?.id
  setState({ currentEmployee: employees.find((employee) => employee.id === id) ?? employees[0] ?? null })
}

export function restaurantSwitched(employee: Employee): void {
  setState({ currentEmployee: employee })
}

export function accessForbidden(): void {
  setState({ forbidden: true })
}

export function navigated(): void {
  if (useSession.getState().forbidden) setState({ forbidden: false })
}

let lastToast = 0

/** Shows a message for 3 s (`Toaster`). An error is also shown where it happened: a toast alone is easily missed. */
export function toast(text: string, type: Toast['type'] = 'notification'): void {
  lastToast += 1
  const id = lastToast
  setState(({ toasts }) => ({ toasts: [...toasts, { id, type, text }] }))
}

export function toastDismissed(id: number): void {
  setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }))
}

/** The employee whose page this is. @throws when there is none: pages are drawn after employees are loaded. */
export function useCurrentEmployee(): Employee {
  const employee = useSession((state) => state.currentEmployee)
  if (!employee) throw new Error('No current employee: a page was drawn before the employees were loaded')
  return employee
}

/** Returns the time zone of the restaurant that is shown: a waiter on holiday still reads the shift's own days. */
export function shownTimeZone(): string {
  return useSession.getState().currentEmployee?.restaurant.time_zone ?? defaultTimeZone
}
