import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isDatedByNow } from '../db/dates.ts'
import { Problem } from './problem.ts'

/** `max` units in a `window` of seconds. */
export type Budget = { key: string; max: number; window: number }

/** Consumes one unit of a budget, as `consumeEach` does. */
export async function consume(db: Db, budget: Budget): Promise<number | null> {
  return await consumeEach(db, [budget])
}

/**
 * Consumes one unit of each budget, or nothing if one budget is used up. Call it before the limited action, so that
 * simultaneous actions cannot share a unit. The window of a budget begins with its first unit. Returns null on success,
 * otherwise the seconds until all budgets have a unit.
 */
export async function consumeEach(db: Db, budgets: readonly Budget[]): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select consume_budgets(${column(budgets, 'key')}, ${column(budgets, 'max')}, ${column(budgets, 'window')}) as wait`.execute(
    db,
  )
  return rows[0]?.wait ?? null
}

/**
 * Restores one unit of each budget, for a limited action that did not happen. The row of a budget that is full again is
 * deleted.
 */
export async function restoreEach(db: Db, budgets: readonly Budget[]): Promise<void> {
  // Rows are locked in the order in which they are consumed, so that concurrent calls cannot wait for each other.
  await sql`
    with locked as (select key, hits from rate_limit where key = any(${column(budgets, 'key')}::text[]) order by key for update),
    full_again as (delete from rate_limit r using locked where r.key = locked.key and locked.hits <= 1)
    update rate_limit r set hits = locked.hits - 1 from locked where r.key = locked.key and locked.hits > 1`.execute(db)
}

/** Makes the budgets full again. */
export async function reset(db: Db, budgets: readonly Pick<Budget, 'key'>[]): Promise<void> {
  const keys = sql.val(budgets.map(({ key }) => key))
  // Rows are locked in the order in which they are consumed, so that concurrent calls cannot wait for each other.
  await sql`
    delete from rate_limit where key in (select key from rate_limit where key = any(${keys}::text[]) order by key for update)`.execute(
    db,
  )
}

/** Returns how many actions all budgets still allow, and the seconds until they allow one: 0 if they do now. */
export async function readRemaining(db: Db, budgets: readonly Budget[]): Promise<{ remaining: number; wait: number }> {
  const { rows } = await sql<{ remaining: number; wait: number }>`
    select greatest(min(b.maximum - coalesce(r.hits, 0)), 0) as remaining,
      coalesce(max(greatest(ceil(extract(epoch from r.window_start - clock_timestamp()) + b.seconds), 1))
        filter (where r.hits >= b.maximum), 0)::int as wait
    from unnest(${column(budgets, 'key')}::text[], ${column(budgets, 'max')}::int[], ${column(budgets, 'window')}::int[])
      as b (key, maximum, seconds)
    left join rate_limit r on r.key = b.key and r.window_start > now() - make_interval(secs => b.seconds)
      and ${isDatedByNow(sql.ref('r.window_start'))}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return row
}

function column<K extends keyof Budget>(budgets: readonly Budget[], name: K) {
  return sql.val(budgets.map((budget) => budget[name]))
}

const HOUR_SECONDS = 60 * 60

/**
 * A network has five times the budget of an address. It may be the mobile network of a town, or an attacker with
 * 65,536 addresses.
 */
const ADDRESSES_OF_NETWORK = 5

/** The budgets of an hour: `max` for the address, and five times as much for its network. */
export function addressBudgets(what: string, ip: string, max: number): Budget[] {
  return [
    { key: `${what}:${addressGroup(ip)}`, max, window: HOUR_SECONDS },
    { key: `${what}:network:${networkGroup(ip)}`, max: max * ADDRESSES_OF_NETWORK, window: HOUR_SECONDS },
  ]
}

/** Limits an address to `max` an hour, and its network to five times as many. @throws Problem 429 `too_often` */
export async function consumeAddressBudgets(db: Db, what: string, ip: string, max: number): Promise<void> {
  const wait = await consumeEach(db, addressBudgets(what, ip, max))
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
}

/**
 * Limits an address to `max` failed attempts (404 or 410) an hour. Links and tokens are too long to be guessed, so a
 * right one works even after a neighbour at the same address has guessed too often.
 * @throws Problem 429 `too_often` instead of 404 and 410
 */
export async function limitMisses<T>(
  db: Db,
  { what, ip, max }: { what: string; ip: string; max: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && [404, 410].includes(error.status)) await consumeAddressBudgets(db, what, ip, max)
    throw error
  }
}

/** The actions that are limited for a user by the hour. */
const userBudgets = [
  'auto_withdrawal',
  'default-method',
  'invitation',
  'operator:change',
  'operator:dry-run',
  'operator:import',
  'operator:search',
  'passkey:confirmation',
  'passkey:unlock',
  // These are counted for a session instead of a user.
  'operator:confirmation',
  'password:change',
  'push',
  'release-change',
  'sbp',
  'sign-in',
  'team:invitation',
  'upload',
] as const
type UserBudget = (typeof userBudgets)[number]

/** Limits a user to `max` units an hour, of which this action takes `units`. @throws Problem 429 `too_often` */
export async function consumeUserBudget(
  db: Db,
  what: UserBudget,
  userId: string,
  max: number,
  units = 1,
): Promise<void> {
  const budget = { key: `${what}:${userId}`, max, window: HOUR_SECONDS }
  const wait = await consumeEach(
    db,
    Array.from({ length: units }, () => budget),
  )
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
}

/** Makes all budgets of a user full again, because a thief may have consumed them. */
export async function resetUserBudgets(db: Db, userId: string): Promise<void> {
  await reset(
    db,
    userBudgets.map((what) => ({ key: `${what}:${userId}` })),
  )
}

/** Returns what one home has: one IPv4 address, or 2⁶⁴ IPv6 ones. `2a02:6b8:1:2::42` → `2a02:6b8:1:2` */
export function addressGroup(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  return addressGroups(ip).slice(0, 4).join(':')
}

/** Returns the network that a provider assigns to one customer: `203.0.113.7` → `203.0.113`, IPv6 → its /48. */
export function networkGroup(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '').split('.').slice(0, 3).join('.')
  return addressGroups(ip).slice(0, 3).join(':')
}

/** `2a02:6b8::42` → `2a02`, `6b8`, `0`, `0`, `0`, `0`, `0`, `42` */
function addressGroups(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...(ip.includes('::') ? zeros : []), ...right]
}
