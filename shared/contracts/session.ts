import * as z from 'zod/mini'
import { Balance } from './balance.ts'
import { CurrentPassword } from './current-password.ts'
import { Employee } from './employee.ts'
import { endpoint } from './endpoint.ts'
import { PhoneNumber } from './phone.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  phone_masked: z.string(),
  photo_url: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

const yes = [true, 'on', 'true', '1', 1] as const
const no = [false, 'off', 'false', '0', 0, ''] as const

/** Pages send a boolean; HTML forms and other programs may spell it otherwise. */
export const RememberMe = z._default(z.literal([...yes, ...no]), false)

export function isRemembered(spelling: z.infer<typeof RememberMe>): boolean {
  return yes.some((each) => each === spelling)
}

export const Credentials = z.strictObject({
  phoneNumber: PhoneNumber,
  password: CurrentPassword,
  _remember_me: RememberMe,
})

/** A wrong pair responds with 401 `invalid_credentials`, which is not the end of a session. */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in by phone and password; sets the session cookie',
  access: 'anyone',
  priority: 'money',
  body: Credentials,
  response: User,
})

/** Responds with 204 even if the session has already ended. */
export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  access: 'anyone',
  response: null,
})

export const getUser = endpoint({
  method: 'GET',
  path: '/user/:id',
  summary: 'The signed-in user; only one’s own',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: User,
})

/** Everything the first page needs to draw its frame: one round trip. */
export const SessionBootstrap = z.object({
  user: User,
  employees: z.array(Employee),
  /** The balance over all restaurants, and by restaurant id. */
  balance: z.object({ total: Balance, by_restaurant: z.record(z.string(), Balance) }),
  // An API of the previous version does not return these fields.
  /** When the session ends if this was its last call: nothing that a browser has stored of it is shown after that. */
  ends_at: z.optional(z.iso.datetime({ offset: true })),
  /** The newest hint that this response includes: live updates go on from there (live-event.ts). */
  live_seq: z.optional(z.int()),
  /** Names of `Right`; a later API may have more. */
  rights: z.optional(z.array(z.string())),
  /** After how many minutes of absence the portal locks (app-lock.ts). */
  locks_after: z.optional(z.nullable(z.int())),
})
export type SessionBootstrap = z.infer<typeof SessionBootstrap>

export const getSessionBootstrap = endpoint({
  method: 'GET',
  path: '/session/bootstrap',
  summary: 'User, employees and balances in one response',
  access: 'user',
  priority: 'session',
  response: SessionBootstrap,
})
