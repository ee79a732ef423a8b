import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Feed, operationsIn } from '../operations/repository.ts'

/**
 * What an operation `o` has changed of the money that can be withdrawn, in kopecks: a withdrawal and an outgoing transfer from the moment of
 * the order, unless they were declined; all others when they are completed. The sum of all operations is the balance of the ledger.
 */
const change = sql<number>`case
  when o.type in ('payout', 'transfer_out') then case when o.status = 'canceled' then 0 else -o.amount end
  when o.status <> 'completed' then 0
  when o.type in ('correction_out', 'chargeback') then -o.amount
  else o.amount
end`

/** What the user has paid of the fee. */
const fee = sql<number>`case when o.status = 'canceled' then 0 else o.fee end`

/** Kopecks. */
export type StatementTotals = { closing: number; in: number; out: number; fees: number; count: number }

/**
 * One statement, so that the balance and the operations are of one moment. The balance is that of the ledger, which goes back to the end
 * of the period by the operations after it.
 */
export async function statementTotals(db: Db, { ownerId, period }: Feed): Promise<StatementTotals> {
  const { rows } = await sql<StatementTotals>`
    select (balance - coalesce(sum(change) filter (where not in_period), 0))::bigint as closing,
      coalesce(sum(change) filter (where in_period and change > 0), 0)::bigint as in,
      coalesce(-sum(change) filter (where in_period and change < 0), 0)::bigint as out,
      coalesce(sum(fee) filter (where in_period), 0)::bigint as fees,
      count(*) filter (where in_period) as count
    from (
      select coalesce(sum(balance), 0) as balance from ledger_account
      where employee_id = ${ownerId} and kind in ('wallet', 'debt')
    ) as account
    left join (
      select o.employee_seq <= ${period.last} as in_period, ${change} as change, ${fee} as fee
      from operation o where o.employee_id = ${ownerId} and o.employee_seq >= ${period.first}
    ) as line on true
    group by balance`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('an aggregate has one row')
  return totals
}

/** Kopecks of one month at one restaurant: `2026-11`. `restaurant`: its name. */
export type MonthSum = {
  month: string
  restaurant_id: string
  restaurant: string
  type: string
  /** What came in above zero, what went out below. */
  change: number
  fee: number
  count: number
}

/** The operations of a feed's period by month, restaurant and type, oldest month first. */
export async function sumsByMonth(db: Db, feed: Feed): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select to_char(o.created_at at time zone ${feed.timeZone}, 'YYYY-MM') as month, r.id as restaurant_id, r.name as restaurant, o.type,
      sum(${change})::bigint as change, sum(${fee})::bigint as fee, count(*) as count
    from ${operationsIn(feed, feed.period)} as o
      join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
    group by 1, 2, 3, 4 order by 1, 3, 4`.execute(db)
  return rows
}

export async function holderName(db: Db, userId: string): Promise<string> {
  const { name } = await db
    .selectFrom('user_account')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}
