import * as z from 'zod/mini'
import { Day } from './day.ts'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'

/**
 * `correction_in`, `correction_out`: the till has changed the amount of a booked tip. `chargeback`: the guest took the
 * payment back. Old releases of pages do not know these three and cannot show lists with them.
 */
export const OperationType = z.enum([
  'tip',
  'payout',
  'transfer_in',
  'transfer_out',
  'refund',
  'correction_in',
  'correction_out',
  'chargeback',
])
export type OperationType = z.infer<typeof OperationType>

export const OperationStatus = z.enum(['pending', 'completed', 'canceled'])
export type OperationStatus = z.infer<typeof OperationStatus>

/** A line of the employee's account. `amount` is above zero; `direction` gives its sign. */
export const Operation = z.object({
  id: z.string(),
  /**
   * A short number to read out: `100482`. A withdrawal has the number of its payout, and both sides of a transfer have
   * the number of the transfer. Otherwise no two operations share a number. An API of the previous version does not
   * send it.
   */
  number: z.optional(z.string()),
  type: OperationType,
  direction: z.enum(['in', 'out']),
  amount: Rubles,
  fee: Rubles,
  /** The restaurant's share of the fee, which it pays in addition to `fee`. Absent if it bears none. */
  restaurant_fee: z.optional(Rubles),
  status: OperationStatus,
  title: z.string(),
  restaurant: z.object({ id: z.string(), name: z.string() }),
  created_at: z.iso.datetime({ offset: true }),
  payout_id: z.optional(z.string()),
  /** 1 to 5. */
  rating: z.optional(z.int()),
  comment: z.optional(z.string()),
  /**
   * When the guest paid the tip, or the tip that this operation adjusts. Set if it differs from `created_at`;
   * statements and statistics then use the day of the payment.
   */
  paid_at: z.optional(z.iso.datetime({ offset: true })),
})
export type Operation = z.infer<typeof Operation>

/**
 * The incoming, outgoing and pending money of one day, in rubles. Refunds, adjustments of tips and canceled operations
 * do not count.
 */
export const DayTotals = z.object({
  date: z.iso.date(),
  /** Completed operations: incoming less outgoing. */
  total: Rubles,
  // An API of the previous version does not return these fields.
  tips: z.optional(Rubles),
  transfers_in: z.optional(Rubles),
  payouts: z.optional(Rubles),
  transfers_out: z.optional(Rubles),
  pending_in: z.optional(Rubles),
  pending_out: z.optional(Rubles),
})
export type DayTotals = z.infer<typeof DayTotals>

/**
 * A number or a sum (`100482`, `1 000`, `1000,50 ₽`) finds the operations with exactly this number or sum. Any other
 * text finds the operations whose title and comment contain all its words, or words that contain them. Texts and sums
 * are looked for in the newest 50,000 operations of the period (`SEARCHED_OPERATIONS`), numbers in the whole period. An
 * empty text finds everything. An API of the previous version does not search.
 */
export const SearchText = z.string().check(z.trim(), z.maxLength(100))

export const SEARCHED_OPERATIONS = 50_000

/** The type `transfer` means transfers in both directions. */
export const OperationFilter = z.object({
  type: z.optional(z.enum(['tip', 'payout', 'transfer'])),
  /** Days in the restaurant's time zone, both included: `2026-11-20`. */
  from: z.optional(Day),
  to: z.optional(Day),
  restId: z.optional(z.string()),
  q: z.optional(SearchText),
})
export type OperationFilter = z.infer<typeof OperationFilter>

export const listOperations = endpoint({
  method: 'GET',
  path: '/user/billing',
  summary: 'List operations, newest first',
  access: 'user',
  priority: 'list',
  query: z.extend(OperationFilter, {
    page: Page,
    as_of: AsOf,
  }),
  response: z.extend(list(Operation), {
    /**
     * The totals of each day on this page. They include operations of that day on other pages, and only operations that
     * the filter and the search have found.
     */
    day_totals: z.array(DayTotals),
    /** The period has more operations than the search has looked at. */
    has_unsearched: z.optional(z.boolean()),
  }),
})

/** Responds with a download: `text/csv` in UTF-8 with BOM, separated by `;`. */
export const exportOperations = endpoint({
  method: 'GET',
  path: '/user/billing.csv',
  summary: 'Download operations as a CSV file',
  access: 'user',
  query: OperationFilter,
  response: z.string(),
  produces: 'text/csv',
})
