import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow } from '../../db/dated-by-now.ts'
import type { Database } from '../../db/schema.ts'
import { startOfDay } from '../../db/time-zone.ts'
import type { Owner } from '../operations/repository.ts'

/** Days by the clock of the owner, both included. */
export type Period = { owner: Owner; from: string; to: string }

/** Kopecks of one month, `2026-11`, or of the whole period. */
export type StatementSums = {
  /** Lines. */
  count: number
  in: number
  out: number
  /** Parts of `out`. */
  fees: number
  /** What guests have paid on these days, whenever it arrived, as it was adjusted since: what the statistics say. */
  tips: number
}

/**
 * Kopecks that the employee could withdraw, or owed below zero, when the period began and ended. `months`:
 * oldest first.
 */
export type StatementTotals = { opening: number; closing: number; months: ({ month: string } & StatementSums)[] }

export type StatementLine = Pick<
  Selectable<Database['operation']>,
  'number' | 'type' | 'amount' | 'fee' | 'status' | 'title' | 'comment'
> & {
  /** What it has changed of the balance within the period, in kopecks. */
  moved: number
  /** The day of the period on which it is listed, and the moment. */
  day: string
  at: Date
  /** The day on which the guest paid its tip, or on which it was ordered. */
  own_day: string
}

/**
 * How many entries of the account `a` are of the time before a moment: they are numbered in the order of their posting.
 * One that is dated in the future counts as one of the time of its predecessor.
 */
function entriesBefore(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  const probed = sql`
    select t.created_at < ${moment} from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
    where e.account_id = a.id and ${isDatedByNow(sql.ref('t.created_at'))}`
  return sql`(
    with recursive search (low, high) as (
      select 0::bigint, a.seq
      union all
      select case when is_earlier then middle + 1 else low end, case when is_earlier then high else middle end
      from (
        select low, high, middle, coalesce(
          (${probed} and e.seq = middle + 1),
          (${probed} and e.seq <= middle order by e.seq desc limit 1),
          true) as is_earlier
        from (select low, high, (low + high) / 2 as middle from search where low < high) as step offset 0
      ) as probed
    )
    select low from search where low >= high)`
}

/** What the account `a` had after so many entries. An entry of a debt does not say it. */
function balanceAfter(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case a.kind
    when 'wallet' then coalesce((select balance_after from ledger_entry e where e.account_id = a.id and e.seq = ${entries}), 0)
    else a.balance - coalesce((select sum(e.amount) from ledger_entry e where e.account_id = a.id and e.seq > ${entries}), 0)
  end`
}

/** The moments at which a period begins and ends. */
function periodBounds({ owner, from, to }: Period) {
  return {
    starts: startOfDay(sql`${from}::date`, owner.timeZone),
    ends: startOfDay(sql`${to}::date + 1`, owner.timeZone),
  }
}

/** The operations of these days with their own moment `at`: when the guest paid, or when it was ordered. */
function ownOperations(period: Period): RawBuilder<unknown> {
  const { starts, ends } = periodBounds(period)
  const employeeIds = period.owner.employees.map(({ id }) => id)
  const datedBy = (moment: RawBuilder<unknown>) => sql`
    select id, employee_id, type, status, amount, fee, ${moment} as at from operation
    where employee_id = any(${employeeIds}::uuid[]) and ${moment} >= ${starts} and ${moment} < ${ends}`
  return sql`(
    ${datedBy(sql`created_at`)} and paid_at is null
    union all
    ${datedBy(sql`paid_at`)})`
}

/**
 * The operations that a `moving` transfer of the ledger is for, with each one's part of it;
 * `received` has a colleague's.
 */
const movedOperations = sql`
  select tip.operation_id as id, case moving.kind when 'tip_clear' then tip.amount else moving.amount end as amount
  from tip where moving.kind in ('tip', 'tip_clear') and tip.external_id = moving.subject
  union all
  select a.operation_id, a.change from tip_adjustment a
  where moving.kind = 'tip_clear' and a.tip = moving.subject and a.while_pending
  union all
  select a.operation_id, moving.amount from tip_adjustment a
  where moving.kind in ('tip_adjustment', 'tip_adjustment_debt')
    and a.external_id = regexp_replace(moving.ref, '^tip-adjustment(-debt)?:', '')
  union all
  select own.id, moving.amount from operation own
  where own.payout_id = moving.payout_id and own.employee_id = moving.employee_id`

/** A recipient's operation has the number of the payout, and does not name it. */
const received = sql`
  select own.id, arrived.amount, arrived.at
  from (
    select moving.*, (select number from payout where payout.id = moving.payout_id) as number
    from moving where kind = 'transfer' and amount > 0 offset 0
  ) as arrived
  join operation own on own.employee_id = arrived.employee_id and own.number = arrived.number
    and own.family = 'transfer' and own.type = 'transfer_in'`

/**
 * A query over the tables `account` and `line` (decision 0079). A line is an operation of these days, or one that has
 * moved money on them.
 */
function overLines<Row>(period: Period, select: RawBuilder<unknown>): RawBuilder<Row> {
  const { starts, ends } = periodBounds(period)
  return sql<Row>`
    with bounded as materialized (
      select a.*, ${entriesBefore(starts)} as before, ${entriesBefore(ends)} as until
      from ledger_account a where a.employee_id = ${period.owner.id} and a.kind in ('wallet', 'debt')
    ), account as materialized (
      select a.*, ${balanceAfter(sql`a.before`)} as opening, ${balanceAfter(sql`a.until`)} as closing from bounded a
    ), moving as materialized (
      select t.kind, t.ref, subject, e.amount, t.created_at as at, account.employee_id,
        case when t.kind in ('payout_hold', 'payout_release', 'transfer') then subject::uuid end as payout_id
      from account
        join ledger_entry e on e.account_id = account.id and e.seq > account.before and e.seq <= account.until
        join ledger_transfer t on t.id = e.transfer_id
        cross join lateral (select ledger_ref_subject(t.ref, t.kind) as subject) as named
    ), movement as materialized (
      select id, sum(amount)::bigint as amount, min(at) as at
      from (
        select moved.id, moved.amount, moving.at from moving cross join lateral (${movedOperations}) as moved
        union all
        ${received}
      ) as part
      group by 1
    ), own as materialized ${ownOperations(period)}, line as materialized (
      select o.*, coalesce(movement.amount, 0) as moved, coalesce(own.at, movement.at) as at, own.id is not null as is_own
      from own full join movement using (id) join operation o using (id)
      where own.id is not null or movement.amount <> 0
    )
    ${select}`
}

/** The balances, and the sums of the lines by month: they are few, whatever the number of lines. */
export async function readStatementTotals(db: Db, period: Period): Promise<StatementTotals> {
  const { rows } = await overLines<StatementTotals>(
    period,
    sql`
      select coalesce(sum(opening), 0)::bigint as opening, coalesce(sum(closing), 0)::bigint as closing,
        coalesce((select json_agg(sums order by month) from (
          select to_char(at at time zone ${period.owner.timeZone}, 'YYYY-MM') as month, count(*) as count,
            coalesce(sum(moved) filter (where moved > 0), 0) as in,
            coalesce(-sum(moved) filter (where moved < 0), 0) as out,
            coalesce(sum(fee) filter (where type = 'payout' and moved < 0), 0) as fees,
            coalesce(sum(case when type in ('tip', 'correction_in') then amount when type in ('correction_out', 'chargeback') then -amount end)
              filter (where is_own), 0) as tips
          from line group by 1
        ) as sums), '[]') as months
      from account`,
  ).execute(db)
  const [totals] = rows
  if (!totals) throw new Error('an aggregate has one row')
  return totals
}

/** Oldest first. */
export async function readStatementLines(db: Db, period: Period): Promise<StatementLine[]> {
  const { timeZone } = period.owner
  const { rows } = await overLines<StatementLine>(
    period,
    sql`
      select number, type, amount, fee, status, title, comment, moved, at, (at at time zone ${timeZone})::date as day,
        (coalesce(paid_at, created_at) at time zone ${timeZone})::date as own_day
      from line order by at, created_at, id`,
  ).execute(db)
  return rows
}

/** Kopecks of one month at one restaurant: `2026-11`. `restaurant`: its name. */
export type MonthSum = {
  month: string
  restaurant_id: string
  restaurant: string
  type: string
  /**
   * What came in above zero, what went out below: orders that were not declined, and what is completed of all others.
   */
  change: number
  /** What is not completed of the others. */
  pending: number
  fee: number
}

/**
 * The operations of a year by month, restaurant and type, oldest month first. A tip and what was adjusted of it are of
 * the day on which the guest paid, by the clock of its restaurant. `period`: some days more than the year.
 */
export async function readSumsByMonth(db: Db, period: Period, year: number): Promise<MonthSum[]> {
  const signed = sql`case when o.type in ('payout', 'transfer_out', 'correction_out', 'chargeback') then -o.amount else o.amount end`
  const isOrder = sql`o.type in ('payout', 'transfer_out')`
  const { rows } = await sql<MonthSum>`
    select to_char(o.at at time zone r.time_zone, 'YYYY-MM') as month, r.id as restaurant_id, r.name as restaurant, o.type,
      coalesce(sum(${signed}) filter (where o.status = 'completed' or (${isOrder} and o.status = 'pending')), 0)::bigint as change,
      coalesce(sum(${signed}) filter (where o.status = 'pending' and not ${isOrder}), 0)::bigint as pending,
      coalesce(sum(o.fee) filter (where o.status <> 'canceled'), 0)::bigint as fee
    from ${ownOperations(period)} as o
      join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
    where extract(year from o.at at time zone r.time_zone) = ${year}
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
