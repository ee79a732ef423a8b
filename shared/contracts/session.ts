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

/** Pages send a boolean. HTML forms and other programs may send other spellings. */
export const RememberMe = z._default(z.literal([...yes, ...no]), false)

export function isRemembered(spelling: z.infer<typeof RememberMe>): boolean {
  return yes.some((each) => each === spelling)
}

export const Credentials = z.strictObject({
  phoneNumber: PhoneNumber,
  password: CurrentPassword,
  _remember_me: RememberMe,
})

/** 401 `invalid_credentials`: phone or password is wrong. Unlike other 401 responses, this one ends no session. */
export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with phone and password; sets the session cookie',
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
  summary: 'Get the signed-in user; the id must be the user’s own',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: User,
})

/** Everything that the layout of the first page needs, in one response. */
export const SessionBootstrap = z.object({
  user: User,
  employees: z.array(Employee),
  /** The balance over all restaurants, and by restaurant id. */
  balance: z.object({ total: Balance, by_restaurant: z.record(z.string(), Balance) }),
  // An API of the previous version does not return these fields.
  /** When the session ends if no call follows. After that time a browser shows nothing that it has stored. */
  ends_at: z.optional(z.iso.datetime({ offset: true })),
  /** The newest hint that this response includes. Live updates continue after it (live-event.ts). */
  live_seq: z.optional(z.int()),
  /** Values of `Right`. A later API may have more. */
  rights: z.optional(z.array(z.string())),
  /** After how many minutes of absence the portal locks (app-lock.ts). */
  locks_after: z.optional(z.nullable(z.int())),
})
export type SessionBootstrap = z.infer<typeof SessionBootstrap>

export const getSessionBootstrap = endpoint({
  method: 'GET',
  path: '/session/bootstrap',
  summary: 'Get the user with employees and balances in one response',
  access: 'user',
  priority: 'session',
  response: SessionBootstrap,
})
