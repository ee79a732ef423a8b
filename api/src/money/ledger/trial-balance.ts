import type { TrialBalance } from '@portal/contracts/admin/ledger'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

type Line = { account: string; accounts: number; debit: number; credit: number }

/**
 * Sums up all entries of the ledger. Closed months count by the opening balances of the next month. It is one
 * statement, so that a concurrent transfer is counted on both sides or not at all.
 */
export async function readTrialBalance(db: Db): Promise<TrialBalance> {
  const { rows } = await sql<Line>`
    select coalesce(a.code, a.kind) as account, count(*) as accounts,
      coalesce(sum(e.debit), 0)::bigint as debit, coalesce(sum(e.credit), 0)::bigint as credit
    from ledger_account a
    left join (
      select account_id, sum(debit) as debit, sum(credit) as credit
      from (
        select account_id, debit, credit from ledger_opening_balance where month = (select max(month) from ledger_opening_balance)
        union all
        select account_id, case when amount < 0 then -amount else 0 end, case when amount > 0 then amount else 0 end
        from ledger_entry
        where transfer_id >= coalesce((select ledger_month_start(max(month)) from ledger_opening_balance), 0)
      ) as part group by account_id
    ) e on e.account_id = a.id
    group by coalesce(a.code, a.kind), a.kind
    order by a.kind = 'system', 1`.execute(db)
  const items = rows.map(({ account, accounts, debit, credit }) => {
    return { account, accounts, debit: debit / 100, credit: credit / 100, balance: (credit - debit) / 100 }
  })
  return { items, total: rows.reduce((total, { debit, credit }) => total + credit - debit, 0) / 100 }
}
