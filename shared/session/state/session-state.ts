import type { Employee } from '@portal/contracts/employee'
import { localStore, storedObject } from '@portal/shared/browser-storage'
import { create } from 'zustand'

// Not provided to remotes, which get what store.ts exports: the state to read, and the events that change it.

/** All that the browser stores of a user. */
export type StoredUser = { id: string; name: string }

export type Toast = { id: number; type: 'notification' | 'error'; text: string }

export type SessionState = {
  user: StoredUser | null
  /** The employee whose money the screens show. */
  currentEmployee: Employee | null
  /** Signed out by «Выход»: the next user is not redirected to the page of this one. */
  hasSignedOut: boolean
  /** A response was 401: the session has expired, or it was ended on another device or by an operator. */
  hasEnded: boolean
  /** The session ended because an operator has disabled the user. */
  disabled: boolean
  /** A response was 403; reset on every navigation. */
  forbidden: boolean
  toasts: readonly Toast[]
}

export const stored = storedObject<StoredUser>(localStore, 'chaevye:user', (value) =>
  'id' in value && 'name' in value ? { id: String(value.id), name: String(value.name) } : null,
)

export const stateAtStart: SessionState = {
  user: stored.read(),
  currentEmployee: null,
  hasSignedOut: false,
  hasEnded: false,
  disabled: false,
  forbidden: false,
  toasts: [],
}

/** The initial state, which the server renders, and with which the browser hydrates. */
let initialState = stateAtStart

export function setInitialState(state: SessionState): void {
  initialState = state
}

export const sessionState = create<SessionState>()((_set, _get, store) => {
  store.getInitialState = () => initialState
  return stateAtStart
})
