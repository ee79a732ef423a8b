import * as z from 'zod/mini'
import { Day } from './day.ts'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'

/**
 * `correction_in`, `correction_out`: a tip was booked with another amount; `chargeback`: its guest took the payment
 * back. Pages of releases before these three cannot show lists with them.
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
   * Short, for people: `100482`. A withdrawal has the number of its payout, as do both sides of a transfer; no other
   * two operations share a number. An API of the previous version does not send it.
   */
  number: z.optional(z.string()),
  type: OperationType,
  direction: z.enum(['in', 'out']),
  amount: Rubles,
  fee: Rubles,
  /** What the restaurant pays of the fee beside it, where it bears a share. */
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
   * When the guest paid the tip that it is or adjusts, where that is not `created_at`:
   * statements and statistics have it on that day.
   */
  paid_at: z.optional(z.iso.datetime({ offset: true })),
})
export type Operation = z.infer<typeof Operation>

/**
 * Incoming, outgoing and pending money of one day, rubles, each by itself. Refunds, adjustments of tips and what was
 * canceled do not count.
 */
export const DayTotals = z.object({
  date: z.iso.date(),
  /** All that is completed: in minus out. */
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
 * A number or a sum, `100482`, `1 000`, `1000,50 ₽`, finds operations that have exactly it; any other text those whose
 * title and comment have all its words or their parts, as `hasWords` compares them. Texts and sums are searched for in
 * the newest `SEARCHED_OPERATIONS` of the period, numbers in all of it. An empty text is no search. An API of the
 * previous version does not search.
 */
export const SearchText = z.string().check(z.trim(), z.maxLength(100))

export const SEARCHED_OPERATIONS = 50_000

/** `transfer` is both directions. */
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
  summary: 'Operations, newest first',
  access: 'user',
  query: z.extend(OperationFilter, {
    page: Page,
    as_of: AsOf,
  }),
  response: z.extend(list(Operation), {
    /**
     * The totals of each day on this page count the whole day, also where it goes on on another page; of a search,
     * what it found.
     */
    day_totals: z.array(DayTotals),
    /** The period has more operations than were searched. */
    has_unsearched: z.optional(z.boolean()),
  }),
})

/** Responds with `text/csv` (UTF-8 with BOM, `;`), as a download. */
export const exportOperations = endpoint({
  method: 'GET',
  path: '/user/billing.csv',
  summary: 'Operations as a CSV file',
  access: 'user',
  query: OperationFilter,
  response: z.string(),
  produces: 'text/csv',
})
