import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { PhoneNumber } from '../phone.ts'
import { Right } from '../right.ts'
import { EmployeeRecord } from './employee.ts'
import { Decision, Reason } from './reason.ts'

/** A person who signs in, as operators see it. */
export const UserRecord = z.object({
  id: z.string(),
  name: z.string(),
  phone_masked: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** When the newest session that has not ended was last seen. */
  last_seen_at: z.nullable(z.iso.datetime({ offset: true })),
  blocked_at: z.nullable(z.iso.datetime({ offset: true })),
  rights: z.array(Right),
  employees: z.array(EmployeeRecord),
})
export type UserRecord = z.infer<typeof UserRecord>

/** Returns one item, or an empty list. */
export const findUser = endpoint({
  method: 'POST',
  path: '/admin/users/search',
  summary: 'Find a user by the phone, which a body keeps out of addresses and logs',
  access: 'admin',
  body: z.strictObject({ phone: PhoneNumber }),
  response: items(UserRecord),
})

export const showUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  summary: 'One user',
  access: 'admin',
  params: z.object({ id: z.string() }),
  response: UserRecord,
})

const decision = {
  method: 'POST',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: Decision,
  response: null,
} as const

/**
 * The user's sessions and open pages end within a second; sign-in and recovery respond with 403 `account_disabled`.
 * Money stays where it is: tips come in, payouts on their way finish, nothing new can be ordered. 404 `not_found`.
 * Repeating it changes nothing, here and below.
 */
export const blockUser = endpoint({ ...decision, path: '/admin/users/:id/block', summary: 'Block a user' })

/** The user can sign in again; earlier sessions stay ended. */
export const unblockUser = endpoint({ ...decision, path: '/admin/users/:id/unblock', summary: 'Unblock a user' })

/** A right of an account, given or taken. */
export const RightDecision = z.strictObject({ right: Right, reason: Reason })

/** Takes effect with the user's next request. An open menu has the item once the page is loaded again. */
export const grantRight = endpoint({
  ...decision,
  path: '/admin/users/:id/rights/grant',
  summary: 'Grant a right to a user',
  body: RightDecision,
})

/** From the next request on, calls of the user that need the right get 403 `forbidden`. */
export const revokeRight = endpoint({
  ...decision,
  path: '/admin/users/:id/rights/revoke',
  summary: 'Revoke a right of a user',
  body: RightDecision,
})
