import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { listEmployees } from '@portal/contracts/employee'
import type { Endpoint } from '@portal/contracts/endpoint'
import type { LiveEvent } from '@portal/contracts/live-event'
import { listOperations } from '@portal/contracts/operation'
import { getPayout, listPayouts } from '@portal/contracts/payout'
import { listPayoutTerms } from '@portal/contracts/payout-method'
import { listReviewMonths, listReviews } from '@portal/contracts/review'
import { getSessionBootstrap } from '@portal/contracts/session'
import { getTipsStats } from '@portal/contracts/tips'
import { getTipsTrend } from '@portal/contracts/trend'

const money = [getBalance, getTotalBalance]
const tips = [getTipsStats, getTipsTrend, listOperations, listReviews, listReviewMonths]

/** The endpoints that are fetched in intervals while there is no stream. */
export const polled = [...money, ...tips, listPayouts, getPayout, listPayoutTerms]

const everything = [getSessionBootstrap, listEmployees, ...polled]

/**
 * The endpoints to fetch again after each hint. `resync`: hints were missed, perhaps one about a name or a restaurant.
 */
export const affected = {
  balance: money,
  tip: [...money, ...tips],
  payout: [...money, listPayouts, getPayout, listOperations, listPayoutTerms],
  session: everything,
  resync: everything,
} satisfies Record<LiveEvent['type'], readonly Endpoint[]>

/** Returns the type to act on: the event's own, or `resync` when `seq` shows that earlier hints were missed. */
export function withoutGap(event: LiveEvent, lastSeq: number): LiveEvent['type'] {
  return event.seq > lastSeq + 1 ? 'resync' : event.type
}
