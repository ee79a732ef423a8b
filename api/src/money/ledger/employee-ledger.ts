import type { EmployeeAccount, EmployeeLedger, getEmployeeLedger } from '@portal/contracts/admin/ledger'
import type { QueryOf } from '@portal/contracts/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'

const DEFAULT_LIMIT = 100

type EntryRow = {
  seq: number
  at: Date
  kind: string
  ref: string
  other: string
  amount: number
  balance_after: number
}

/** Reads the balances of an employee and the newest entries of one account. @throws Problem 404 */
export async function readEmployeeLedger(
  db: Db,
  employeeId: string,
  { account = 'wallet', before, limit = DEFAULT_LIMIT }: QueryOf<typeof getEmployeeLedger>,
): Promise<EmployeeLedger> {
  requireFound(await db.selectFrom('employee').select('id').where('id', '=', employeeId).executeTakeFirst())
  const accounts = await db
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'balance'])
    .where('employee_id', '=', employeeId)
    .execute()
  const accountBalance = (kind: EmployeeAccount) => (accounts.find((each) => each.kind === kind)?.balance ?? 0) / 100
  const id = accounts.find(({ kind }) => kind === account)?.id
  return {
    employee_id: employeeId,
    balances: {
      wallet: accountBalance('wallet'),
      uncleared: accountBalance('uncleared'),
      debt: accountBalance('debt'),
    },
    account,
    items: id === undefined ? [] : (await readEntries(db, id, { before, limit })).map(toEntry),
  }
}

/** Entries of debts do not store a balance, so it is computed as the sum of all entries up to each. */
async function readEntries(
  db: Db,
  accountId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.seq, t.created_at as at, t.kind, t.ref, e.amount,
      coalesce(o.code, o.kind || ' ' || o.employee_id) as other,
      coalesce(e.balance_after, (
        select sum(earlier.amount) from ledger_entry earlier
        where earlier.account_id = e.account_id and earlier.seq <= e.seq))::bigint as balance_after
    from ledger_entry e
    join ledger_transfer t on t.id = e.transfer_id
    join ledger_account o on o.id = case e.account_id when t.debit_account then t.credit_account else t.debit_account end
    where e.account_id = ${accountId} and e.seq < ${before ?? Number.MAX_SAFE_INTEGER}
    order by e.seq desc limit ${limit}`.execute(db)
  return rows
}

function toEntry({ at, amount, balance_after, ...entry }: EntryRow): EmployeeLedger['items'][number] {
  return { ...entry, at: at.toISOString(), amount: amount / 100, balance_after: balance_after / 100 }
}
