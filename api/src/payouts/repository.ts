import type { PayoutStatus } from '@portal/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isDatedByNow } from '../db/dates.ts'
import type { Database } from '../db/schema.ts'
import type { Range } from '../http/numbered-pages.ts'
import { hasCooling } from '../identity/password/cooling.ts'

/** Kopecks. */
export type Ordered = {
  day: number
  month: number
  isCooling: boolean
  /** The number of today's withdrawals whose fee the restaurant shares. */
  sharedFees: number
}

/**
 * Returns the kopecks that an employee has ordered on the restaurant's day and in its month so far, canceled orders
 * excluded, and whether a cooling time lasts.
 */
export async function readOrdered(
  db: Db,
  payer: { id: string; user_id: string },
  kind: 'payout' | 'transfer',
): Promise<Ordered> {
  // PostgreSQL uses no index for a bound by `clock_timestamp()`, which changes within a statement. `now()` is from
  // before the lock of the order, which is a statement of its own.
  const startOfPeriod = (period: 'day' | 'month') =>
    sql`date_trunc(${sql.lit(period)}, statement_timestamp() at time zone r.time_zone) at time zone r.time_zone`
  const { rows } = await sql<Ordered>`
    select coalesce(sum(p.amount) filter (where p.created_at >= ${startOfPeriod('day')}), 0)::bigint as day,
      coalesce(sum(p.amount), 0)::bigint as month, ${hasCooling(payer.user_id)} as "isCooling",
      (count(*) filter (where p.restaurant_fee > 0 and p.created_at >= ${startOfPeriod('day')}))::int as "sharedFees"
    from employee e
    join restaurant r on r.id = e.restaurant_id
    join payout p on p.employee_id = e.id and p.kind = ${sql.lit(kind)} and p.status <> 'canceled'
      and p.created_at >= ${startOfPeriod('month')} and ${isDatedByNow(sql.ref('p.created_at'))}
    where e.id = ${payer.id}`.execute(db)
  const [ordered] = rows
  if (!ordered) throw new Error('a sum is one row')
  return ordered
}

/** Whether a user has made this number of orders in the last 24 hours, canceled ones included. */
export async function hasOrderedToday(db: Db, userId: string, count: number): Promise<boolean> {
  const newest = db.selectFrom('payout').select('created_at').where('user_id', '=', userId).orderBy('user_seq', 'desc')
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from (${newest.limit(1).offset(count - 1)}) as oldest
      where created_at > clock_timestamp() - interval '1 day' and ${isDatedByNow(sql.ref('created_at'))}) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** The time of the database's clock, because the clocks of several servers differ. */
const now = sql<Date>`clock_timestamp()`

/** The lowered limits that an order counts against. By default, an order counts against no lowered limit. */
export type LoweredOrder = { while_cooling?: boolean; to_new_method?: boolean }

export type NewPayoutRow = LoweredOrder &
  Pick<
    Database['payout'],
    'kind' | 'employee_id' | 'user_id' | 'amount' | 'fee' | 'destination_type' | 'destination_title'
  > & {
    restaurant_fee?: number
    binding_id: string | null
    recipient_employee_id: string | null
    /** How a transfer is divided among several colleagues. */
    sharing_way?: Database['payout']['sharing_way']
    /** Ordered by a rule of the user. */
    automatic?: boolean
    comment: string | null
    status: 'pending' | 'succeeded'
    /** When it was ordered, and completed if it is; now if undefined. */
    at: Date | undefined
  }

/** Inserts a payout; the caller has locked the wallet. Feeds are locked in one order, as those of operations. */
export async function insertPayout(trx: Db, { at, ...payout }: NewPayoutRow): Promise<{ id: string; number: number }> {
  const feeds = await trx
    .insertInto('payout_feed')
    .values([payout.employee_id, payout.user_id].sort().map((owner_id) => ({ owner_id, count: 1 })))
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ count: sql`payout_feed.count + 1` }))
    .returning(['owner_id', 'count'])
    .execute()
  const counts = new Map(feeds.map(({ owner_id, count }) => [owner_id, count]))
  const inserted = await trx
    .insertInto('payout')
    .values({
      ...payout,
      ...(at && { created_at: at }),
      completed_at: payout.status === 'succeeded' ? (at ?? now) : null,
      employee_seq: counts.get(payout.employee_id) ?? 0,
      user_seq: counts.get(payout.user_id) ?? 0,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await addEvent(trx, inserted.id, payout.status, at)
  return inserted
}

/** Adds a status to the timeline; a repeated one has its first time. */
export async function addEvent(trx: Db, payoutId: string, status: PayoutStatus, at?: Date): Promise<void> {
  await trx
    .insertInto('payout_event')
    .values({ payout_id: payoutId, status, at: at ?? now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type PayoutRow = Awaited<ReturnType<typeof findPayout>> & object

function payouts(db: Db) {
  return db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .selectAll('p')
    .select([
      'r.id as restaurant_id',
      'r.name as restaurant_name',
      sql<{ status: string; at: string }[]>`(
        select json_agg(json_build_object('status', v.status, 'at', v.at) order by v.at)
        from payout_event v where v.payout_id = p.id)`.as('timeline'),
    ])
}

export async function findPayout(db: Db, userId: string, payoutId: string) {
  return await payouts(db).where('p.id', '=', payoutId).where('p.user_id', '=', userId).executeTakeFirst()
}

export async function countPayouts(db: Db, ownerId: string): Promise<number> {
  const feed = await db.selectFrom('payout_feed').select('count').where('owner_id', '=', ownerId).executeTakeFirst()
  return feed?.count ?? 0
}

/** Reads the payouts number `first` to `last` of a user or of one employee, newest first. */
export async function readPayouts(
  db: Db,
  owner: { userId: string; employeeId?: string | undefined },
  { first, last }: Range,
): Promise<PayoutRow[]> {
  const number = sql.ref<number>(owner.employeeId === undefined ? 'p.user_seq' : 'p.employee_seq')
  return await payouts(db)
    .$if(owner.employeeId === undefined, (query) => query.where('p.user_id', '=', owner.userId))
    .$if(owner.employeeId !== undefined, (query) => query.where('p.employee_id', '=', owner.employeeId ?? ''))
    .where(sql<boolean>`${number} between ${first} and ${last}`)
    .orderBy(number, 'desc')
    .execute()
}
