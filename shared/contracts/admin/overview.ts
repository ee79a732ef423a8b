import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Rubles } from '../money.ts'

const OrderLimit = z.object({ min: Rubles, max: Rubles, day: Rubles, month: Rubles })

/** Rubles. */
export const PortalLimits = z.object({
  /** One order, and the orders of an employee in a day and a month. */
  payout: OrderLimit,
  transfer: OrderLimit,
  /** All orders of a user in a day after a recovery or a new phone. */
  lowered: Rubles,
  /** What one operator decides about or releases in 24 hours (`PAYOUT_DECISION_LIMIT`). */
  decision: Rubles,
  /** One tip, and the tips of an hour: of a restaurant, and of the token or the secret. */
  tip: Rubles,
  tips_restaurant_hour: Rubles,
  tips_source_hour: Rubles,
})
export type PortalLimits = z.infer<typeof PortalLimits>

/** A rule of `docs/deploy/alerts.yml`, evaluated now. The rule itself may wait some minutes before it alerts. */
export const PortalCheck = z.object({
  alert: z.string(),
  /** Which bank, provider or check, if there is one line for each: `{ "bank": "sandbox" }`. */
  labels: z.record(z.string(), z.string()),
  unit: z.enum(['count', 'seconds']),
  /** Null: not known, for example before the first check of the ledger by this process. */
  value: z.nullable(z.number()),
  /** The largest value that is still good. */
  limit: z.number(),
  is_alerting: z.boolean(),
})
export type PortalCheck = z.infer<typeof PortalCheck>

export const Overview = z.object({ limits: PortalLimits, checks: z.array(PortalCheck) })
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  summary: 'Get the limits in force, and what would alert now',
  access: 'admin',
  priority: 'background',
  response: Overview,
})
