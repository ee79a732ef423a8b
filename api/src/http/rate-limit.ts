import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { Problem } from './problem.ts'

export type Budget = { key: string; max: number /** Seconds. */; window: number }

// Not `now()`, when the transaction began: a call that waited for another one would find a window that opened later.
const secondsLeft = (window: number) =>
  sql<number>`greatest(ceil(extract(epoch from window_start - clock_timestamp()) + ${window}), 1)::int`

/**
 * Consumes one of the budget. Call it before the limited action, so that actions at once cannot share one. The window starts
 * with the first. Returns the seconds to wait if the budget is empty.
 */
export async function consume(db: Db, { key, max, window }: Budget): Promise<number | null> {
  const open = sql`r.window_start > now() - make_interval(secs => ${window})`
  const { rows } = await sql<{ hits: number; wait: number }>`
    insert into rate_limit as r (key, window_start, hits) values (${key}, now(), 1)
    on conflict (key) do update set
      hits = case when ${open} then r.hits + 1 else 1 end,
      window_start = case when ${open} then r.window_start else now() end
    returning hits, ${secondsLeft(window)} as wait`.execute(db)
  const [row] = rows
  return row && row.hits > max ? row.wait : null
}

/** Consumes one of each budget, or of none. Returns the seconds to wait until all have one, or null if they had. */
export async function consumeEach(db: Db, budgets: readonly Budget[]): Promise<number | null> {
  const of = <K extends keyof Budget>(name: K) => sql.val(budgets.map((budget) => budget[name]))
  const { rows } = await sql<{ wait: number | null }>`
    select consume_budgets(${of('key')}, ${of('max')}, ${of('window')}) as wait`.execute(db)
  return rows[0]?.wait ?? null
}

/** Restores one of each: the limited action did not happen. */
export async function restoreEach(db: Db, budgets: readonly Budget[]): Promise<void> {
  const keys = sql.val(budgets.map(({ key }) => key))
  // In the order in which they are consumed, so that two calls over the same keys cannot wait for each other.
  await sql`
    with locked as (select key from rate_limit where key = any(${keys}::text[]) order by key for update)
    update rate_limit set hits = greatest(hits - 1, 0) from locked where rate_limit.key = locked.key`.execute(db)
}

/** Returns the rest of a budget, and the seconds until it is full again. */
export async function remainingOf(db: Db, { key, max, window }: Budget): Promise<{ remaining: number; wait: number }> {
  const { rows } = await sql<{ hits: number; wait: number }>`
    select hits, ${secondsLeft(window)} as wait from rate_limit
    where key = ${key} and window_start > now() - make_interval(secs => ${window})`.execute(db)
  const { hits, wait } = rows[0] ?? { hits: 0, wait: 0 }
  return { remaining: Math.max(0, max - hits), wait }
}

const HOUR_SECONDS = 60 * 60

/** The budget of a network in budgets of an address: it may be a town's mobile network, or an attacker with 65,536 addresses. */
const ADDRESSES_OF_NETWORK = 5

/** Limits an address to `max` an hour, and its network to five times as many. @throws Problem 429 `too_often` */
export async function consumeOfAddress(db: Db, what: string, ip: string, max: number): Promise<void> {
  const wait = await consumeEach(db, [
    { key: `${what}:${addressGroup(ip)}`, max, window: HOUR_SECONDS },
    { key: `${what}:network:${networkGroup(ip)}`, max: max * ADDRESSES_OF_NETWORK, window: HOUR_SECONDS },
  ])
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
}

/** Limits a user to `max` an hour. @throws Problem 429 `too_often` */
export async function consumeOfUser(db: Db, what: string, userId: string, max: number): Promise<void> {
  const wait = await consume(db, { key: `${what}:${userId}`, max, window: HOUR_SECONDS })
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
}

/** Restores one: the limited action did not happen. */
export async function restore(db: Db, { key }: Budget): Promise<void> {
  await sql`update rate_limit set hits = greatest(hits - 1, 0) where key = ${key}`.execute(db)
}

export async function reset(db: Db, { key }: Pick<Budget, 'key'>): Promise<void> {
  await db.deleteFrom('rate_limit').where('key', '=', key).execute()
}

/** A home has one IPv4 address but 2⁶⁴ IPv6 ones: `2a02:6b8:1:2::42` → `2a02:6b8:1:2`. */
export function addressGroup(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  return groupsOf(ip).slice(0, 4).join(':')
}

/** Returns the network that a provider assigns to one customer: `203.0.113.7` → `203.0.113`, IPv6 → its /48. */
export function networkGroup(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '').split('.').slice(0, 3).join('.')
  return groupsOf(ip).slice(0, 3).join(':')
}

/** `2a02:6b8::42` → `2a02`, `6b8`, `0`, `0`, `0`, `0`, `0`, `42` */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...(ip.includes('::') ? zeros : []), ...right]
}
