import type pg from 'pg'
import type { Waiter } from '../fixtures/people.ts'
import { expect } from '../fixtures.ts'
import { type Done, payoutRubles, tipRubles } from './load.ts'

/** What the server said yes to is there once, every payout was paid once, and the ledger sums to zero. */
export async function expectEvenBooks(db: pg.Pool, { tips, payouts }: Done, waiters: readonly Waiter[]): Promise<void> {
  const users = waiters.map(({ id }) => id)
  const booked = await db.query('select external_id as id from tip where external_id = any($1)', [tips])
  expect(idsOf(booked)).toEqual(tips.toSorted())
  const ordered = await db.query('select key as id from idempotency_key where key = any($1)', [payouts])
  expect(idsOf(ordered)).toEqual(payouts.toSorted())

  const unfinished = `select status from payout where user_id = any($1) and status <> 'succeeded'`
  // A dead worker's payout is taken up by another one when its lease has ended.
  await expect.poll(async () => (await db.query(unfinished, [users])).rows).toEqual([])
  const paid = await db.query(
    `select p.user_id as id from sandbox.bank_payment b join payout p on p.id = b.payout_id where p.user_id = any($1)`,
    [users],
  )
  expect(idsOf(paid)).toEqual(users.toSorted())

  // Each of them had the money for one payout before the first tip.
  const wallets = await db.query<{ sum: string }>(
    `select sum(a.balance) from ledger_account a join employee e on e.id = a.employee_id
     where a.kind = 'wallet' and e.user_id = any($1)`,
    [users],
  )
  const had = users.length * payoutRubles
  expect(Number(wallets.rows[0]?.sum) / 100).toBe(had + tips.length * tipRubles - payouts.length * payoutRubles)
  expect((await db.query('select sum(amount)::text from ledger_entry')).rows).toEqual([{ sum: '0' }])
  expect((await db.query('select * from ledger_discrepancy')).rows).toEqual([])
}

function idsOf({ rows }: pg.QueryResult<{ id: string }>): string[] {
  return rows.map(({ id }) => id).sort()
}
