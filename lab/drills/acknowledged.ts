import { say } from '@portal/command/command'
import type pg from 'pg'
import { type Load, TIP_RUBLES } from './database-load.ts'
import { EARNED_RUBLES, ORDER_RUBLES, type Order, untilFinished } from './orders.ts'

// Everything that was acknowledged must be in the database exactly once.

/** Counts those whose tips differ from what was acknowledged. */
export async function countWrongTips(database: pg.Pool, loads: readonly Load[]): Promise<number> {
  let wrong = 0
  for (const { tips, user } of loads) {
    const { rows } = await database.query<{ stored: number; posted: number; balance: string }>(
      `select (select count(*)::int from tip where external_id = any($1)) as stored,
         (select count(*)::int from ledger_transfer where ref = any(select 'tip:' || unnest($1::text[]))) as posted,
         (select sum(a.balance) from ledger_account a join employee e on e.id = a.employee_id where e.user_id = $2 and a.kind = 'wallet') as balance`,
      [tips.map(({ id }) => id), user.id],
    )
    const [found] = rows
    const isRight =
      found?.stored === tips.length &&
      found.posted === tips.length &&
      Number(found.balance) === tips.length * TIP_RUBLES * 100
    if (!isRight) {
      say(`tips: ${tips.length} acknowledged, ${JSON.stringify(found)}`)
      wrong += Math.max(1, Math.abs(tips.length - (found?.stored ?? 0)))
    }
  }
  return wrong
}

/** Counts the orders that were not paid exactly once. */
export async function countWrongOrders(database: pg.Pool, orders: readonly Order[]): Promise<number> {
  const users = await untilFinished(database, orders)
  const { rowCount } = await database.query(
    `select from unnest($1::uuid[]) as u (id)
     where (select count(*) from sandbox.bank_payment b join payout p on p.id = b.payout_id where p.user_id = u.id) <> 1
        or (select count(*) from payout p where p.user_id = u.id and p.status = 'succeeded') <> 1
        or (select a.balance from ledger_account a join employee e on e.id = a.employee_id
            where e.user_id = u.id and a.kind = 'wallet') <> $2`,
    [users, (EARNED_RUBLES - ORDER_RUBLES) * 100],
  )
  return rowCount ?? 0
}

/** Counts the transfers that did not reach the colleague exactly once. */
export async function countWrongTransfers(
  database: pg.Pool,
  transfers: readonly (Order & { recipientId: string })[],
): Promise<number> {
  const { rowCount } = await database.query(
    `select from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (payer, recipient, kopecks)
     where (select count(*) from payout p where p.user_id = t.payer and p.status = 'succeeded') <> 1
        or (select sum(a.balance) from ledger_account a join employee e on e.id = a.employee_id
            where e.user_id = t.recipient and a.kind = 'wallet') <> t.kopecks
        or (select sum(a.balance) from ledger_account a join employee e on e.id = a.employee_id
            where e.user_id = t.payer and a.kind = 'wallet') <> 0`,
    [
      transfers.map(({ user }) => user.id),
      transfers.map(({ recipientId }) => recipientId),
      transfers.map(({ body }) => body.amount * 100),
    ],
  )
  return rowCount ?? 0
}
