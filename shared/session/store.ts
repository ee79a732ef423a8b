import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import {
  type SessionState,
  type StoredUser,
  sessionState,
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
  /** Returns a function that stops listening. */
  subscribe(listener: (state: SessionState, previous: SessionState) => void): () => void
}

const { getState, setState, subscribe } = sessionState

/**
 * One copy for the shell and all remotes. State changes by the events below and those of the shell (state/events.ts)
 * only: this has no `setState`, also at run time.
 */
export const useSession: Session = Object.assign(
  <Selected>(selector: (state: SessionState) => Selected) => sessionState(selector),
  { getState, subscribe },
)

/** The user has changed their name. */
export function renamed(name: string): void {
  const { user } = useSession.getState()
  if (!user) return
  const renamedUser = { id: user.id, name }
  stored.write(renamedUser)
  setState({ user: renamedUser })
}

export function restaurantSwitched(currentEmployee: Employee): void {
  setState({ currentEmployee })
}

let lastToast = 0

/** Shows a message for 3 s (`Toaster`). An error is also shown where it happened: a toast is easily missed. */
export function toast(text: string, type: Toast['type'] = 'notification'): void {
  lastToast += 1
  const id = lastToast
  setState(({ toasts }) => ({ toasts: [...toasts, { id, type, text }] }))
}

export function toastDismissed(id: number): void {
  setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }))
}

/**
 * The employee whose page this is.
 * @throws Error if there is none, because pages are drawn after employees are loaded
 */
export function useCurrentEmployee(): Employee {
  const employee = useSession((state) => state.currentEmployee)
  if (!employee) throw new Error('No current employee: a page was drawn before the employees were loaded')
  return employee
}

/** Returns the time zone of the restaurant that is shown: an employee on holiday still reads the days of the shift. */
export function shownTimeZone(): string {
  return useSession.getState().currentEmployee?.restaurant.time_zone ?? defaultTimeZone
}
