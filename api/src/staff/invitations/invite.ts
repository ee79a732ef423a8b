import { randomInt } from 'node:crypto'
import type { InvitationRecord, NewInvitation } from '@portal/contracts/admin/invitation'
import { type Actor, addAuditEvent, addChangeEvent, lastDigits } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findUserByPhone } from '../../identity/users/repository.ts'
import { requireOthersAccount } from '../../identity/users/rights.ts'
import { requireFreeExternalId } from '../employees/external-id.ts'
import {
  findPersonal,
  getInvitationRecord,
  type InvitationFields,
  insertInvitation,
  lockInvitation,
  updateInvitation,
} from './records.ts'
import { findEmployment } from './repository.ts'

const DEFAULT_DAYS = 7

/** `origin` is the address of the portal, for links. */
type Context = { origin: string; actor: Actor }

export type Invited = { invitation: InvitationRecord; result: 'invited' | 'changed' | 'unchanged' }

/**
 * Invites to a restaurant, whose row the caller has locked. A phone that is already invited keeps its link: other
 * fields are changed, and an expired invitation gets a new lifetime.
 * @throws Problem 409 `own_account`, `already_employed`, `external_id_taken`, 422 `personal_invitation`
 */
export async function invite(
  trx: Db,
  restaurantId: string,
  { days = DEFAULT_DAYS, reason, ...wanted }: NewInvitation,
  { origin, actor }: Context,
): Promise<Invited> {
  const fields = toFields(wanted)
  const known = fields.phone === null ? undefined : await findPersonal(trx, restaurantId, fields.phone)
  if (fields.phone !== null) await requireFree(trx, restaurantId, fields, { invitationId: known, actor })
  const record = (id: string) => getInvitationRecord(trx, origin, id)
  if (known === undefined) {
    const code = newCode()
    const invitation = await record(await insertInvitation(trx, { ...fields, code, restaurant_id: restaurantId, days }))
    const subject = { type: 'invitation', id: invitation.id } as const
    await addAuditEvent(trx, { action: 'invitation_created', subject, actor, reason, after: auditState(invitation) })
    return { invitation, result: 'invited' }
  }
  const before = await record(known)
  await updateInvitation(trx, known, { ...given(wanted), ...(before.state === 'expired' && { days }) })
  const invitation = await record(known)
  const isChanged = await addChangeEvent(trx, {
    action: 'invitation_changed',
    subject: { type: 'invitation', id: known },
    actor,
    reason,
    // The trail does not store names, but only that the name has changed.
    before: { ...auditState(before), renamed: false },
    after: { ...auditState(invitation), renamed: invitation.name !== before.name },
  })
  return { invitation, result: isChanged ? 'changed' : 'unchanged' }
}

/** Has no characters that messengers cut from a link, and no letters and digits that look alike. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 84 random bits, so that no link can be guessed. */
const CODE_LENGTH = 17

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** @throws Problem 404, 409 `invitation_used` */
export async function revoke(
  trx: Db,
  id: string,
  { origin, actor, reason }: Context & { reason?: string },
): Promise<InvitationRecord> {
  await lockInvitation(trx, id)
  const before = await getInvitationRecord(trx, origin, id)
  if (before.state === 'used') throw new Problem(409, 'invitation_used')
  if (before.state === 'revoked') return before
  await updateInvitation(trx, id, { revoked_at: new Date() })
  const invitation = await getInvitationRecord(trx, origin, id)
  await addChangeEvent(trx, {
    action: 'invitation_revoked',
    subject: { type: 'invitation', id },
    actor,
    reason,
    before: auditState(before),
    after: auditState(invitation),
  })
  return invitation
}

/** @throws Problem 422 `personal_invitation` */
function toFields({ max_uses = 1, phone, name, external_id, manager = false }: NewInvitation): InvitationFields {
  const isPersonal = phone !== undefined
  const isMixed = isPersonal ? max_uses !== 1 : name !== undefined || external_id !== undefined || manager
  if (isMixed) throw new Problem(422, 'personal_invitation')
  const reusable = max_uses !== 1
  return {
    reusable,
    max_uses: reusable ? max_uses : null,
    phone: phone ?? null,
    name: name ?? null,
    external_id: external_id ?? null,
    is_manager: manager,
  }
}

/** The fields of a personal invitation that the request names. Absent fields stay as they are. */
function given({ name, external_id, manager }: NewInvitation) {
  return {
    ...(name !== undefined && { name }),
    ...(external_id !== undefined && { external_id }),
    ...(manager !== undefined && { is_manager: manager }),
  }
}

async function requireFree(
  trx: Db,
  restaurantId: string,
  { phone, external_id }: InvitationFields,
  { invitationId, actor }: { invitationId: string | undefined; actor: Actor },
): Promise<void> {
  const user = await findUserByPhone(trx, phone ?? '')
  if (user) requireOthersAccount(user.id, actor)
  if (user && (await findEmployment(trx, user.id, restaurantId))) throw new Problem(409, 'already_employed')
  if (external_id !== null) await requireFreeExternalId(trx, restaurantId, external_id, { invitationId })
}

/** The trail contains no names, because it is never changed, and no links, because its readers could use them. */
function auditState({ link: _, id: __, name: ___, phone_masked, restaurant, ...state }: InvitationRecord) {
  return { restaurant_id: restaurant.id, phone_ends: phone_masked && lastDigits(phone_masked), ...state }
}
