import { sql } from 'kysely'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { toFingerprint, type VaultKeys } from '../../payouts/vault/vault.ts'
import type { NewUserRow } from '../../staff/invitations/repository.ts'

/** How long a guest can take back a tip that the user has already withdrawn. */
const CHARGEBACK_MONTHS = 18

const owes = sql<boolean>`exists (
  select from employee e join ledger_account a on a.employee_id = e.id and a.kind = 'debt' and a.balance < 0 where e.user_id = u.id)`

/** Stores a fingerprint of the phone, by which the deleted account is found again if it owes money, now or later. */
export async function keepFingerprint(trx: Db, userId: string, phone_fingerprint: Buffer): Promise<void> {
  await trx.updateTable('user_account').set({ phone_fingerprint }).where('id', '=', userId).execute()
}

/**
 * Restores the deleted account of this phone if it owes money, and returns its id. A user who registers with the phone
 * gets this account back, with its debts and its history.
 */
export async function restoreDebtor(trx: Db, user: NewUserRow, vaultKeys: VaultKeys): Promise<string | undefined> {
  const fingerprints = vaultKeys.map(({ value }) => toFingerprint(value, user.phone))
  const debtor = await trx
    .selectFrom('user_account as u')
    .select('u.id')
    .where('u.phone_fingerprint', 'in', fingerprints)
    .where(owes)
    .orderBy('u.deleted_at', 'desc')
    .limit(1)
    .forUpdate('u')
    .executeTakeFirst()
  if (!debtor) return undefined
  await trx
    .updateTable('user_account')
    .set({ ...user, phone_fingerprint: null, disabled_at: null, deleted_at: null })
    .where('id', '=', debtor.id)
    .execute()
  await addUserEvent(trx, debtor.id, 'user_restored')
  return debtor.id
}

/** Deletes the fingerprints of deleted accounts that owe nothing, after no guest can take a tip back any more. */
export async function forgetDebtors(db: Db): Promise<void> {
  await sql`
    update user_account u set phone_fingerprint = null
    where phone_fingerprint is not null and deleted_at < now() - make_interval(months => ${CHARGEBACK_MONTHS}) and not ${owes}`.execute(
    db,
  )
}

export function registerDebtorGauge(metrics: Metrics, db: Db): void {
  const help = 'Deleted accounts that owe for tips, of which the debt or the deletion is of the last 24 hours'
  metrics.gauge({ name: 'portal_deleted_debtors', help }, async () => {
    const { rows } = await sql<{ value: number }>`
      select count(distinct u.id)::int as value
      from ledger_account a join employee e on e.id = a.employee_id join user_account u on u.id = e.user_id
      where a.kind = 'debt' and a.balance < 0 and u.deleted_at is not null
        and greatest(a.updated_at, u.deleted_at) > now() - interval '1 day'`.execute(db)
    return rows
  })
}
