import { addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { addNotice, notifyAboutMethod } from '../../identity/security-notice/security-notice.ts'
import { stopRules } from '../auto-withdrawal/stop-rules.ts'
import { auditedMethod } from '../payout-methods/titles.ts'
import { storeToldDigits, type ToldCard } from '../vault/provider-card.ts'

/**
 * Stops a payout method if the provider reports another card than the one that its owner saw when adding it and read in
 * each message. The owner and the audit trail get the provider's digits. A second call changes nothing.
 */
export async function stopMethodOfOtherCard(trx: Db, payoutId: string, reported: ToldCard): Promise<void> {
  const method = await trx
    .selectFrom('payout as p')
    .innerJoin('payout_binding as b', 'b.id', 'p.binding_id')
    .select(['b.id', 'b.user_id', 'b.type', 'b.mask', 'b.last4', 'b.bank_name', 'b.card_token'])
    .where('p.id', '=', payoutId)
    .executeTakeFirst()
  if (!method?.card_token) return
  const mask = await storeToldDigits(trx, method.card_token, reported)
  if (mask === undefined || mask === method.mask) return
  const stopped = trx.updateTable('payout_binding').set({ status: 'blocked' }).where('id', '=', method.id)
  const { numUpdatedRows } = await stopped.where('status', '=', 'active').executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await addAuditEvent(trx, {
    action: 'method_stopped',
    subject: { type: 'user', id: method.user_id },
    actor: { type: 'system', id: 'portal' },
    before: auditedMethod(method),
    after: auditedMethod({ ...method, last4: reported.last4 }),
  })
  const text = `Чаевые: по данным банка деньги идут на карту •• ${reported.last4}, а добавляли вы другую. Вывод остановлен, напишите в поддержку.`
  await addNotice(trx, { userId: method.user_id }, text)
  await notifyAboutMethod(trx, method.user_id)
  await stopRules(trx, { methodId: method.id }, 'method_blocked')
}
