import type pg from 'pg'
import type { Waiter } from '../fixtures/people.ts'
import { expect } from '../fixtures.ts'
import { type Progress, payoutRubles, tipRubles } from './load.ts'

/** Expects every accepted request to be stored once, every payout to be paid once, and the ledger to sum to zero. */
export async function expectBalancedLedger(
  db: pg.Pool,
  { tips, payouts }: Progress,
  waiters: readonly Waiter[],
): Promise<void> {
  const users = waiters.map(({ id }) => id)
  const booked = await db.query('select external_id as id from tip where external_id = any($1)', [tips])
  expect(toIds(booked)).toEqual(tips.toSorted())
  const ordered = await db.query('select key as id from idempotency_key where key = any($1)', [payouts])
  expect(toIds(ordered)).toEqual(payouts.toSorted())

  const unfinished = `select status from payout where user_id = any($1) and status <> 'succeeded'`
  // When the lease of a killed worker has ended, another worker takes over its payout.
  await expect.poll(async () => (await db.query(unfinished, [users])).rows).toEqual([])
  const paid = await db.query(
    `select p.user_id as id from sandbox.bank_payment b join payout p on p.id = b.payout_id where p.user_id = any($1)`,
    [users],
  )
  expect(toIds(paid)).toEqual(users.toSorted())

  const wallets = await db.query<{ sum: string }>(
    `select sum(a.balance) from ledger_account a join employee e on e.id = a.employee_id
     where a.kind = 'wallet' and e.user_id = any($1)`,
    [users],
  )
  // Each user had the money for one payout at the start.
  const initial = users.length * payoutRubles
  expect(Number(wallets.rows[0]?.sum) / 100).toBe(initial + tips.length * tipRubles - payouts.length * payoutRubles)
  expect((await db.query('select sum(amount)::text from ledger_entry')).rows).toEqual([{ sum: '0' }])
  expect((await db.query('select * from ledger_discrepancy')).rows).toEqual([])
}

function toIds({ rows }: pg.QueryResult<{ id: string }>): string[] {
  return rows.map(({ id }) => id).sort()
}
