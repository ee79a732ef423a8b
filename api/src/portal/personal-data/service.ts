import type { BodyOf } from '@portal/contracts/endpoint'
import * as contract from '@portal/contracts/personal-data'
import { addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { addSecurityNotice, type NoticeDeps } from '../../identity/security-notice/security-notice.ts'
import { requireCurrentPassword } from '../../identity/session/current-password.ts'
import { endUserSessions } from '../../identity/session/service.ts'
import { readPreferences, readSubscribedBrowsers } from '../../messages/push/repository.ts'
import { ORDER_LIMITS_KOPECKS } from '../../payouts/order/limits.ts'
import { toFingerprint } from '../../payouts/vault/vault.ts'
import type { Settings } from '../../settings/settings.ts'
import { keepFingerprint } from './debtors.ts'
import {
  deleteTraces,
  hasOpenPayouts,
  lockAccount,
  readAccount,
  readAppLocks,
  readAudit,
  readAutoWithdrawals,
  readDiary,
  readDocuments,
  readInvitations,
  readMethods,
  readPhoneChange,
  readRestaurants,
  readSignIns,
  readSms,
} from './repository.ts'

/** Limits all copies of this process. */
const limitCopies = limitConcurrency(1, { rests: true })

/** Yields the copy as JSON in pieces, because the audit trail may be long. */
export async function* writePersonalData(db: Db, userId: string): AsyncGenerator<string> {
  const data = contract.PersonalData.parse(await limitCopies(() => readAllButAudit(db, userId), userId))
  yield `${JSON.stringify(data).slice(0, -1)},"audit":[`
  let separator = ''
  const chunks = readAudit(db, userId)
  for (;;) {
    const piece = await limitCopies(async () => {
      const { value, done } = await chunks.next()
      return done ? undefined : value.map((line) => JSON.stringify(line)).join(',')
    }, userId)
    if (piece === undefined) break
    if (piece === '') continue
    yield separator + piece
    separator = ','
  }
  yield ']}'
}

async function readAllButAudit(db: Db, userId: string): Promise<Omit<contract.PersonalData, 'audit'>> {
  return {
    exported_at: new Date().toISOString(),
    account: await readAccount(db, userId),
    documents: await readDocuments(db, userId),
    restaurants: await readRestaurants(db, userId),
    payout_methods: await readMethods(db, userId),
    auto_withdrawals: await readAutoWithdrawals(db, userId),
    diary: await readDiary(db, userId),
    invitations: await readInvitations(db, userId),
    phone_change: await readPhoneChange(db, userId),
    sms: await readSms(db, userId),
    app_locks: await readAppLocks(db, userId),
    ...(await readSignIns(db, userId)),
    push: { preferences: await readPreferences(db, userId), browsers: await readSubscribedBrowsers(db, userId) },
  }
}

/**
 * Deletes the account. The user must withdraw all money before, because nobody could withdraw it afterwards. If the
 * user agrees, a rest that is too small to withdraw stays in the ledger, and a debt stays with the phone.
 * @throws Problem 422 `wrong_password`, 409 `balance_left`, `rest_left`, `debt_left`, `payout_in_progress`
 */
export async function deleteAccount(
  deps: { db: Db; settings: Pick<Settings, 'vaultKeys'> } & NoticeDeps,
  user: SignedIn,
  { current_password, leaves_rest = false, leaves_debt = false }: BodyOf<typeof contract.deleteAccount>,
): Promise<void> {
  const { db } = deps
  await requireCurrentPassword(db, user, current_password)
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, user.id)
    // Another request has just deleted the account.
    if (account.isDeleted) throw new Problem(401, 'unauthorized')
    if (await hasOpenPayouts(trx, user.id)) throw new Problem(409, 'payout_in_progress')
    const { wallets } = account
    if (wallets.some(({ balance, pending }) => balance >= ORDER_LIMITS_KOPECKS.payout.min || pending > 0)) {
      throw new Problem(409, 'balance_left')
    }
    if (!leaves_rest && wallets.some(({ balance }) => balance > 0)) throw new Problem(409, 'rest_left')
    const debt = wallets.reduce((sum, wallet) => sum + wallet.debt, 0)
    if (!leaves_debt && debt > 0) throw new Problem(409, 'debt_left')
    const { revokedInvitations } = await deleteTraces(trx, user.id, account.phone)
    await keepFingerprint(trx, user.id, toFingerprint(deps.settings.vaultKeys[0].value, account.phone))
    const actor = { type: 'user', id: user.id } as const
    for (const id of revokedInvitations) {
      const states = { before: { state: 'open' }, after: { state: 'revoked' } }
      await addAuditEvent(trx, { action: 'invitation_revoked', subject: { type: 'invitation', id }, actor, ...states })
    }
    const after = debt > 0 ? { debt: debt / 100 } : undefined
    await addAuditEvent(trx, { action: 'user_deleted', subject: actor, actor, after })
    await addSecurityNotice(trx, deps, { userId: user.id, phone: account.phone }, { type: 'account_deleted' })
    await endUserSessions(trx, user.id, { proof: 'password' })
  })
}
