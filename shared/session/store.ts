import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import { localStore, storedObject } from '@portal/shared/browser-storage'
import { create } from 'zustand'

/** All that the browser stores of a user. */
export type StoredUser = { id: string; name: string }

export type Toast = { id: number; type: 'notification' | 'error'; text: string }

type SessionState = {
  user: StoredUser | null
  /** The employee whose money the screens show. */
  currentEmployee: Employee | null
  /** Signed out by «Выход»: the next user is not redirected to the page of this one. */
  left: boolean
  /** The session ended because an operator has disabled the user. */
  disabled: boolean
  /** A response was 403; reset on every navigation. */
  forbidden: boolean
  toasts: readonly Toast[]
}

export const toastDurationMs = 3000
const stored = storedObject<StoredUser>(localStore, 'chaevye:user', (value) =>
  'id' in value && 'name' in value ? { id: String(value.id), name: String(value.name) } : null,
)

/** The user who is signed in in this browser, also when another tab has changed it. */
export const storedUser: () => StoredUser | null = stored.read

const stateAtStart: SessionState = {
  user: storedUser(),
  currentEmployee: null,
  left: false,
  disabled: false,
  forbidden: false,
  toasts: [],
}

/** The initial state, which the server renders, and with which the browser hydrates. */
let initialState = stateAtStart

/** One copy for the shell and all remotes. State changes by the events below only. */
export const useSession = create<SessionState>()((_set, _get, store) => {
  store.getInitialState = () => initialState
  return stateAtStart
})

/**
 * Starts with the state that a page is rendered with on the server. The browser hydrates it with the same one, also where an
 * event has changed the state meanwhile; React shows that right after.
 */
export function sessionRendered({ id, name }: StoredUser, employees: readonly Employee[]): void {
  initialState = { ...stateAtStart, user: { id, name }, currentEmployee: employees[0] ?? null }
  useSession.setState(initialState, true)
}

export function signedIn({ id, name }: StoredUser): void {
  stored.write({ id, name })
  useSession.setState({ user: { id, name }, left: false, disabled: false, forbidden: false })
}

/** The user has changed their name. */
export function renamed(name: string): void {
  const { user } = useSession.getState()
  if (!user) return
  stored.write({ id: user.id, name })
  useSession.setState({ user: { id: user.id, name } })
}

/** Logout, or a 401: nothing of the person stays. */
export function signedOut({ left = false, disabled = false } = {}): void {
  stored.remove()
  useSession.setState({ user: null, currentEmployee: null, left, disabled, forbidden: false })
}

/**
 * Selects the first of the list unless the current one is still in it. Without any, the current page is removed as a
 * whole.
 */
export function employeesLoaded(employees: readonly Employee[]): void {
  if (employees.length === 0) return
  const id = useSession.getState().currentEmployee?.id
  useSession.setState({ currentEmployee: employees.find((employee) => employee.id === id) ?? employees[0] ?? null })
}

export function restaurantSwitched(employee: Employee): void {
  useSession.setState({ currentEmployee: employee })
}

export function accessForbidden(): void {
  useSession.setState({ forbidden: true })
}

export function navigated(): void {
  if (useSession.getState().forbidden) useSession.setState({ forbidden: false })
}

let lastToast = 0

/** Shows a message for 3 s (`Toaster`). An error is also shown where it happened: a toast alone is easily missed. */
export function toast(text: string, type: Toast['type'] = 'notification'): void {
  lastToast += 1
  const id = lastToast
  useSession.setState(({ toasts }) => ({ toasts: [...toasts, { id, type, text }] }))
}

export function toastDismissed(id: number): void {
  useSession.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }))
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
