import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { PhoneNumber } from '../phone.ts'
import { Right } from '../right.ts'
import { EmployeeRecord } from './employee.ts'
import { Decision, Reason } from './reason.ts'

/** A user as operators see it. */
export const UserRecord = z.object({
  id: z.string(),
  name: z.string(),
  phone_masked: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** When the newest session that has not ended was last seen. */
  last_seen_at: z.nullable(z.iso.datetime({ offset: true })),
  blocked_at: z.nullable(z.iso.datetime({ offset: true })),
  /** Values of `Right`. A later API may have more. */
  rights: z.array(z.string()),
  employees: z.array(EmployeeRecord),
})
export type UserRecord = z.infer<typeof UserRecord>

/**
 * Returns one item or none. The audit trail records which operator has found which user (`user_viewed`), at most once
 * an hour. 429 `too_often`: 120 searches an hour by the session of an account.
 */
export const findUser = endpoint({
  method: 'POST',
  path: '/admin/users/search',
  summary: 'Find a user by phone',
  access: 'admin',
  onlyReads: true,
  body: z.strictObject({ phone: PhoneNumber }),
  response: items(UserRecord),
})

export const showUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  summary: 'Get one user',
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
 * The user's sessions and open pages end within a second. Sign-in and password recovery respond with 403
 * `account_disabled`. Tips are still booked and ordered payouts are finished, but nothing new can be ordered. Repeating
 * it changes nothing. 404 `not_found`.
 */
export const blockUser = endpoint({ ...decision, path: '/admin/users/:id/block', summary: 'Block a user' })

/** The user can sign in again. Sessions that were ended stay ended. Repeating it changes nothing. 404 `not_found`. */
export const unblockUser = endpoint({ ...decision, path: '/admin/users/:id/unblock', summary: 'Unblock a user' })

/** The right that is granted or revoked, and why. */
export const RightDecision = z.strictObject({ right: Right, reason: Reason })

/**
 * Takes effect with the user's next request. An open page shows the new menu item after it is loaded again. Repeating
 * it changes nothing. 404 `not_found`. The right `operator` needs two operators, and covers only the passkeys that the
 * user has when it is granted. 409 `no_passkeys`: the user has none.
 */
export const grantRight = endpoint({
  ...decision,
  path: '/admin/users/:id/rights/grant',
  summary: 'Grant a right to a user',
  body: RightDecision,
  mayBeProposed: true,
})

/**
 * From the user's next request on, calls that need the right get 403 `forbidden`. Repeating it changes nothing. 404
 * `not_found`.
 */
export const revokeRight = endpoint({
  ...decision,
  path: '/admin/users/:id/rights/revoke',
  summary: 'Revoke a right of a user',
  body: RightDecision,
})
