import * as z from 'zod/mini'
import { Balance } from '../balance.ts'
import { endpoint } from '../endpoint.ts'
import { Operation } from '../operation.ts'
import { Payout } from '../payout.ts'
import { PayoutRecord } from './payout.ts'
import { UserRecord } from './user.ts'

/** What support needs to answer a user: the state of the account, and what the user sees of the own money. */
export const SupportView = z.object({
  user: UserRecord,
  /** Browsers in which the user is signed in, and how many of them ask for the PIN or the passkey of the lock now. */
  sessions: z.int(),
  locked_sessions: z.int(),
  /** Seconds until a browser that the user has not signed in from may try a password again. 0: now. */
  sign_in_wait: z.int(),
  balance: Balance,
  /** By the id of the restaurant. */
  balances: z.record(z.string(), Balance),
  /** As operators see them. */
  unfinished_payouts: z.array(PayoutRecord),
  /** The first pages of the lists that the user sees. */
  operations: z.array(Operation),
  payouts: z.array(Payout),
})
export type SupportView = z.infer<typeof SupportView>

/** The audit trail records which operator has read it (`user_viewed`), at most once an hour. 404 `not_found`. */
export const showUserForSupport = endpoint({
  method: 'GET',
  path: '/admin/users/:id/support',
  summary: 'Get what support needs about a user, and what the user sees',
  access: 'admin',
  params: z.object({ id: z.string() }),
  response: SupportView,
})
