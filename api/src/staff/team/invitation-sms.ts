import { addAuditEvent, lastDigits } from '../../base/audit/audit.ts'
import { Problem } from '../../http/problem.ts'
import { type Budget, consumeEach, restoreEach } from '../../http/rate-limit.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { inFewestSegments } from '../../messages/sms/sms.ts'
import type { InvitationRow } from '../invitations/repository.ts'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

/** A manager can send as many messages as a restaurant with many new employees needs. */
function smsBudgets({ id, phone, restaurant_id }: InvitationRow, managerUserId: string): Budget[] {
  return [
    { key: `team:sms:invitation:${id}`, max: 1, window: 60 },
    // This one counts for all restaurants together.
    { key: `team:sms:phone:${phone}`, max: 3, window: DAY_SECONDS },
    { key: `team:sms:manager:${managerUserId}`, max: 30, window: HOUR_SECONDS },
    { key: `team:sms:restaurant:${restaurant_id}`, max: 100, window: DAY_SECONDS },
  ]
}

/**
 * Sends a personal invitation to its phone.
 * @throws Problem 409 `no_phone`, 429 `too_often`, 503 `sms_unavailable`:
 * the message was not sent, and the call may be repeated immediately
 */
export async function sendInvitation(
  { db, sms, log, settings }: Pick<MessageDependencies, 'db' | 'sms' | 'log' | 'settings'>,
  invitation: InvitationRow,
  managerUserId: string,
): Promise<void> {
  const { id, phone, code, name } = invitation
  if (phone === null) throw new Problem(409, 'no_phone')
  const budgets = smsBudgets(invitation, managerUserId)
  const wait = await consumeEach(db, budgets)
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
  try {
    await sms.send({ phone, text: invitationText(name, `${settings.origin}/i/${code}`) })
  } catch (err) {
    log.error({ err }, 'invitation not sent')
    await restoreEach(db, budgets)
    throw new Problem(503, 'sms_unavailable', { retry_after: 30 })
  }
  await addAuditEvent(db, {
    action: 'invitation_sent',
    subject: { type: 'invitation', id },
    actor: { type: 'user', id: managerUserId },
    after: { phone_last2: lastDigits(phone) },
  })
}

/** The text begins with the name of the portal, and has as few segments as possible. */
export function invitationText(restaurant: string, link: string): string {
  return inFewestSegments([
    `Чаевые: «${restaurant}» приглашает вас на портал для сотрудников: ${link}`,
    `Чаевые: «${restaurant}» приглашает: ${link}`,
    `Чаевые: ${restaurant} зовёт: ${link}`,
  ])
}
