import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { Problem } from '../../http/problem.ts'
import type { TipCeilings } from '../../settings/settings.ts'

/**
 * How tips came: by the service token or by a signed message. Each has its own ceiling, because either may be stolen.
 */
export type TipSource = 'token' | 'webhook'

/** Money that an entry of a request adds. `total` is the amount of its tip afterwards. Kopecks. */
export type AddedMoney = { index: number; restaurantId: string; amount: number; total: number }

/**
 * Counts the money that a request adds, in the transaction that books it. Call it last: its rows are locked until the
 * commit, so that simultaneous requests add up.
 * @throws Problem 422 `above_ceiling` with the entries and the `reason`; 429 if they fit into the next hour
 */
export type CeilingCheck = (trx: Db, added: readonly AddedMoney[], list: 'tips' | 'adjustments') => Promise<void>

/** For tips of the portal's own demo. */
export const withoutCeilings: CeilingCheck = async () => {}

/** Registers a metric of refusals, and returns a function that creates the check of a source. */
export function createCeilingChecks(ceilings: TipCeilings, metrics: Metrics): (source: TipSource) => CeilingCheck {
  const help = 'Requests to book tips since the start that were refused, by the ceiling'
  const refusals = metrics.counter({ name: 'portal_tips_above_ceiling_total', help, labels: ['ceiling'] })
  // The counters start at 0, so that the first refusal is an increase.
  for (const ceiling of reasons) refusals.inc({ ceiling }, 0)
  return (source) => async (trx, added, list) => {
    const exceeded = await findExceeded(trx, { source, ceilings }, added)
    if (!exceeded) return
    const { reason, entries, retryAfter } = exceeded
    refusals.inc({ ceiling: reason })
    const field = list === 'tips' ? 'amount' : 'change'
    const errors = Object.fromEntries(entries.map(({ index }) => [`${list}.${index}.${field}`, [reason]]))
    if (retryAfter === undefined) throw new Problem(422, 'above_ceiling', { reason, errors })
    throw new Problem(429, 'above_ceiling', { reason, errors, retry_after: retryAfter })
  }
}

const reasons = ['tip_ceiling', 'restaurant_hour_ceiling', 'source_hour_ceiling'] as const

type Exceeded = {
  reason: (typeof reasons)[number]
  entries: readonly AddedMoney[]
  /** Seconds until the next hour, if the entries fit into that. */
  retryAfter?: number
}

async function findExceeded(
  trx: Db,
  { source, ceilings }: { source: TipSource; ceilings: TipCeilings },
  added: readonly AddedMoney[],
): Promise<Exceeded | undefined> {
  const large = added.filter(({ total }) => total > ceilings.tip)
  if (large.length > 0) return { reason: 'tip_ceiling', entries: large }
  if (added.length === 0) return undefined
  const sourceScope = `source:${source}`
  const byScope = Map.groupBy(added, ({ restaurantId }) => `restaurant:${restaurantId}`).set(sourceScope, [...added])
  for (const { scope, amount, wait } of await addToHour(trx, byScope)) {
    const ceiling = scope === sourceScope ? ceilings.sourceHour : ceilings.restaurantHour
    if (amount <= ceiling) continue
    const entries = byScope.get(scope) ?? []
    const reason = scope === sourceScope ? 'source_hour_ceiling' : 'restaurant_hour_ceiling'
    return { reason, entries, ...(sum(entries) <= ceiling && { retryAfter: wait }) }
  }
  return undefined
}

/**
 * Adds to the sums of this hour and returns them. All requests have the same order. `wait`: seconds until the next
 * hour.
 */
async function addToHour(trx: Db, byScope: ReadonlyMap<string, readonly AddedMoney[]>) {
  const sums = [...byScope].map(([scope, entries]) => ({ scope, amount: sum(entries) }))
  const { rows } = await sql<{ scope: string; amount: number; wait: number }>`
    insert into booked_hour as b (scope, hour, amount)
    select scope, date_trunc('hour', clock_timestamp()), amount
    from json_to_recordset(${JSON.stringify(sums)}::json) as added (scope text, amount bigint) order by scope
    on conflict (scope, hour) do update set amount = b.amount + excluded.amount
    returning scope, amount, ceil(extract(epoch from hour + interval '1 hour' - clock_timestamp()))::int as wait`.execute(
    trx,
  )
  return rows
}

function sum(entries: readonly AddedMoney[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0)
}
