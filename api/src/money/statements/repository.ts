import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow, startOfDay } from '../../db/dates.ts'
import type { Database } from '../../db/schema.ts'
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
  /** Tips that guests have paid on these days, with later adjustments. The statistics have the same number. */
  tips: number
}

/**
 * `opening` and `closing`: kopecks that the employee could withdraw when the period began and ended, negative for a
 * debt. `months`: oldest first.
 */
export type StatementTotals = { opening: number; closing: number; months: ({ month: string } & StatementSums)[] }

export type StatementLine = Pick<
  Selectable<Database['operation']>,
  'number' | 'type' | 'amount' | 'fee' | 'status' | 'title' | 'comment'
> & {
  /** The kopecks by which it has changed the balance within the period. */
  moved: number
  /** The day of the period on which it is listed. */
  day: string
  at: Date
  /** The day on which the guest paid the tip, or on which it was ordered. */
  own_day: string
}

/**
 * How many entries of the account `a` were posted before a moment. Entries are numbered in the order of posting; an
 * entry with a date in the future counts as posted with its predecessor.
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

/** The balance of the account `a` after a number of entries. It is a sum for debts, whose entries do not store it. */
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

/** The operations of these days. `at` is when the guest paid, or when it was ordered. */
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
 * Selects the operations of each `moving` transfer of the ledger, with their part of it. `received` selects those of
 * colleagues.
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

/** The operation of a recipient does not name the payout, and is found by the number, which is the same. */
const received = sql`
  select own.id, arrived.amount, arrived.at
  from (
    select moving.*, (select number from payout where payout.id = moving.payout_id) as number
    from moving where kind = 'transfer' and amount > 0 offset 0
  ) as arrived
  join operation own on own.employee_id = arrived.employee_id and own.number = arrived.number
    and own.family = 'transfer' and own.type = 'transfer_in'`

/**
 * Runs a query over the lines of a statement (decision 0079). A statement must explain how the opening balance became
 * the closing one, but some operations belong to other days than their money: a tip is shown on the day the guest paid,
 * and its money may arrive later. So a line is an operation whose own day is in the period (`own`), or an operation
 * whose money has moved within the period (`moved`). `line` joins both, so `select` sees each operation once, with the
 * amount that it has moved. `account` has the opening and closing balances.
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

/** Reads the balances, and the sums of the lines by month. */
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
  /** Completed operations, and orders that were not declined. Positive for incoming, negative for outgoing money. */
  change: number
  /** Operations other than orders that are not completed. */
  pending: number
  fee: number
}

/**
 * Sums the operations of a year by month, restaurant and type, oldest month first. A tip and its adjustments belong to
 * the day on which the guest paid, by the clock of its restaurant. `period` has some days more than the year.
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

export async function readHolder(db: Db, userId: string): Promise<{ name: string; phone: string }> {
  return await db
    .selectFrom('user_account')
    .select([sql<string>`trim(first_name || ' ' || last_name)`.as('name'), 'phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
