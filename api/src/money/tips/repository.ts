import type { DayRange } from '@portal/contracts/day'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { startOfDay } from '../../db/dates.ts'
import type { Database } from '../../db/schema.ts'

export type Receiver = { id: string; user_id: string; restaurant_id: string }
export type KnownTip = Pick<Database['tip'], 'external_id' | 'employee_id' | 'amount' | 'status' | 'operation_id'>

export async function findReceivers(trx: Db, employeeIds: readonly string[]): Promise<Map<string, Receiver>> {
  const rows = await trx
    .selectFrom('employee')
    .select(['id', 'user_id', 'restaurant_id'])
    .where(sql<boolean>`id = any(${employeeIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Call it after locking the wallets. The deletion of an account locks them, too. */
export async function findDeleted(trx: Db, employeeIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where(sql<boolean>`e.id = any(${employeeIds}::uuid[])`)
    .where('u.deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export type ReceiverName = { restaurant: string; employee: string }

/**
 * Finds the ids of employees by external ids, in the given order.
 * Null: there is no such restaurant. An empty text: the restaurant has no such employee.
 */
export async function findEmployeesByExternalIds(db: Db, names: readonly ReceiverName[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select (
      select coalesce((
        select e.id::text from employee e where e.restaurant_id = r.id and e.external_id = name.employee
      ), '')
      from restaurant r where r.external_id = name.restaurant
    ) as id
    from rows from (json_to_recordset(${JSON.stringify(names)}::json) as (restaurant text, employee text))
      with ordinality as name (restaurant, employee, position)
    order by position`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findTips(trx: Db, externalIds: readonly string[]): Promise<KnownTip[]> {
  return await trx
    .selectFrom('tip')
    .select(['external_id', 'employee_id', 'amount', 'status', 'operation_id'])
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute()
}

export async function insertTips(trx: Db, tips: readonly (KnownTip & { paid_at: Date })[]): Promise<void> {
  await sql`
    insert into tip (external_id, employee_id, amount, status, paid_at, operation_id)
    select external_id, employee_id, amount, status, paid_at, operation_id
    from json_to_recordset(${JSON.stringify(tips)}::json) as row (external_id text, employee_id uuid, amount bigint,
      status text, paid_at timestamptz, operation_id uuid)`.execute(trx)
}

export async function markTipsCompleted(trx: Db, externalIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('tip')
    .set({ status: 'completed' })
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute()
}

/** Kopecks and tips to add to the day on which the guest paid. Negative if a tip was taken back. */
export type DayChange = { employee_id: string; amount: number; count: number; paid_at: Date }

/** Counts tips into the day that the guest paid on, in the restaurant's time zone. */
export async function countTipsByDay(trx: Db, changes: readonly DayChange[]) {
  await sql`
    insert into tip_day (employee_id, day, amount, count)
    select employee_id, (paid_at at time zone time_zone)::date as day, sum(amount), sum(count)
    from (
      -- A join would read all employees: PostgreSQL does not know how few there are in the JSON.
      select t.*, (
        select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = t.employee_id
      ) as time_zone
      from json_to_recordset(${JSON.stringify(changes)}::json) as t (employee_id uuid, amount bigint, count int, paid_at timestamptz)
    ) as dated
    group by employee_id, day
    on conflict (employee_id, day)
    do update set amount = tip_day.amount + excluded.amount, count = tip_day.count + excluded.count`.execute(trx)
}

export type TipDay = { day: string; amount: number; count: number }

/** Reads every day from `from` to `to`, in kopecks. */
export async function readTipsByDay(db: Db, employeeId: string, from: string, to: string): Promise<TipDay[]> {
  const { rows } = await sql<TipDay>`
    select d.day::date as day, coalesce(t.amount, 0) as amount, coalesce(t.count, 0) as count
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') as d(day)
    left join tip_day t on t.employee_id = ${employeeId} and t.day = d.day::date
      and t.day between ${from}::date and ${to}::date
    order by d.day`.execute(db)
  return rows
}

/** Sums what colleagues have passed on to the employee on these days, in kopecks. */
export async function sumShares(
  db: Db,
  { id, time_zone }: { id: string; time_zone: string },
  { from, to }: DayRange,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from operation
    where employee_id = ${id} and family = 'transfer' and type = 'transfer_in' and status = 'completed'
      and created_at >= ${startOfDay(sql`${from}::date`, time_zone)}
      and created_at < ${startOfDay(sql`${to}::date + 1`, time_zone)}`.execute(db)
  return rows[0]?.sum ?? 0
}
