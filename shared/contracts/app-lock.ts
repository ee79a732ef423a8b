import * as z from 'zod/mini'
import { CurrentPassword } from './current-password.ts'
import { endpoint } from './endpoint.ts'
import { PasskeyRequestOptions } from './passkey.ts'
import { PasskeyAssertion } from './passkey-assertion.ts'
import { asciiDigits } from './written-numbers.ts'

// The lock of the portal in one browser. While the portal is locked, all other calls of the user respond with 423
// `session_locked`.

/** For how many minutes the user may leave the portal before it locks; with 0 it locks immediately. */
export const LOCK_DELAYS_MINUTES = [0, 1, 5, 15] as const

/** `1111`, `1234`, `654321`: PINs that anyone who finds the phone would guess first. */
function isPredictable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/** Some keyboards type digits of another script, or full-width ones. */
const Pin = z.string().check(z.overwrite(asciiDigits), z.regex(/^\d{4,6}$/))
export const NewPin = Pin.check(z.refine((pin) => !isPredictable(pin), { params: { code: 'pin_predictable' } }))

/** What the lock page and the settings show. */
export const AppLock = z.object({
  /** Null if this browser has no lock. */
  digits: z.nullable(z.int()),
  after_minutes: z.nullable(z.int()),
  locked: z.boolean(),
  has_passkeys: z.boolean(),
})
export type AppLock = z.infer<typeof AppLock>

export const getAppLock = endpoint({
  method: 'GET',
  path: '/session/lock',
  summary: 'Get the lock of the portal in this browser',
  access: 'user',
  whileLocked: true,
  priority: 'session',
  response: AppLock,
})

/** The lock belongs to this session and ends with it. 422 `wrong_password` on `current_password`. */
export const setAppLock = endpoint({
  method: 'POST',
  path: '/session/lock',
  summary: 'Lock the portal in this browser with a PIN, or change the PIN',
  access: 'user',
  body: z.strictObject({
    pin: NewPin,
    after_minutes: z.int().check(z.refine((minutes) => LOCK_DELAYS_MINUTES.some((delay) => delay === minutes))),
    current_password: CurrentPassword,
  }),
  response: null,
})

/** 422 `wrong_password` on `current_password`. */
export const removeAppLock = endpoint({
  method: 'POST',
  path: '/session/lock/removal',
  summary: 'Remove the lock of the portal in this browser',
  access: 'user',
  body: z.strictObject({ current_password: CurrentPassword }),
  response: null,
})

export const leaveApp = endpoint({
  method: 'POST',
  path: '/session/lock/leaving',
  summary: 'Report that the user has left the page; the portal locks after the chosen minutes',
  access: 'user',
  priority: 'session',
  response: null,
})

/** 423 `session_locked` if the user was gone for too long. */
export const returnToApp = endpoint({
  method: 'POST',
  path: '/session/lock/return',
  summary: 'Report that the user sees the page again',
  access: 'user',
  priority: 'session',
  response: null,
})

/** A wrong PIN is 422 `pin_invalid` with `attempts_left`. The fifth wrong PIN in a row ends the session: 401. */
export const unlockByPin = endpoint({
  method: 'POST',
  path: '/session/lock/pin',
  summary: 'Unlock the portal with the PIN',
  access: 'user',
  whileLocked: true,
  priority: 'money',
  body: z.strictObject({ pin: Pin }),
  response: null,
})

export const startPasskeyUnlock = endpoint({
  method: 'POST',
  path: '/session/lock/passkey/options',
  summary: 'Get the options to unlock the portal with a passkey',
  access: 'user',
  whileLocked: true,
  priority: 'money',
  response: PasskeyRequestOptions,
})

/** 422 `passkey_invalid`, 410 `passkey_expired`. */
export const unlockByPasskey = endpoint({
  method: 'POST',
  path: '/session/lock/passkey',
  summary: 'Unlock the portal with a passkey',
  access: 'user',
  whileLocked: true,
  priority: 'money',
  body: z.strictObject({ passkey: PasskeyAssertion }),
  response: null,
})
