import type { ConsentKind, Consents, ConsentTexts } from '@portal/contracts/consent'
import type { NewUser } from '@portal/contracts/invitation'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { Requester } from '../../identity/devices/requester.ts'
import { verifyPhoneCode } from '../../identity/otp/phone-code.ts'
import { consumeOtp } from '../../identity/otp/service.ts'
import { requireStrongPassword } from '../../identity/password/weakness.ts'
import { hashPassword } from '../../identity/session/password.ts'
import { findUserByPhone } from '../../identity/users/repository.ts'
import { requireInvited, requireOpen } from './invitation.ts'
import {
  addConsents,
  addEmployee,
  addUser,
  findEmployment,
  type InvitationRow,
  markUsed,
  type NewUserRow,
  rehire,
} from './repository.ts'

/**
 * Functions of upper domains for a user who joins a restaurant. Both run in the transaction that uses the invitation.
 */
export type JoinEvents = {
  /** Runs before a user is stored. Returns the id of a deleted account that the user gets back, if there is one. */
  restoreUser: (trx: Db, user: NewUserRow) => Promise<string | undefined>
  /** Runs after the employee is stored or reinstated. */
  employeeJoined: (trx: Db, employeeId: string) => Promise<void>
}

/**
 * Creates a user who is employed at the inviting restaurant. A user who still owes from a deleted account gets that
 * account back. Returns the user's id.
 * @throws Problem as `requireOpen`, 422 `invitation_of_another`, 409 `phone_registered`, 422 `consent_outdated`,
 * `password_weak`, and as a wrong code
 */
export async function register(
  deps: Pick<AppDependencies, 'db' | 'settings'> & JoinEvents,
  invitationCode: string,
  { name, phone_number: phone, code, password, consents }: NewUser,
  requester: Requester,
): Promise<string> {
  const { db } = deps
  const opened = await requireOpen(db, invitationCode)
  const { restaurant_id, name: restaurant } = opened
  requireCurrentConsents(deps.settings.consentTexts, consents)
  const otpId = await verifyPhoneCode(deps, { phone, purpose: 'registration', code, requester })
  // Checked after the code, so that only the owner of the phone learns whether it is invited or has an account.
  requireInvited(opened, phone)
  const registered = (...more: string[]) =>
    new Problem(409, 'phone_registered', { errors: { phone_number: ['phone_registered', ...more] } })
  const owner = await findUserByPhone(db, phone)
  if (owner) {
    const employment = await findEmployment(db, owner.id, restaurant_id)
    throw employment === 'employed' ? registered('already_employed') : registered()
  }
  requireStrongPassword(password, { phone, name, restaurants: [restaurant] })
  const password_hash = await hashPassword(password)
  return await db
    .transaction()
    .execute(async (trx) => {
      const invitation = await requireOpen(trx, invitationCode, { lock: true })
      await consumeOtp(trx, otpId)
      const user = { phone, password_hash, ...splitName(name) }
      const restored = await deps.restoreUser(trx, user)
      const userId = restored ?? (await addUser(trx, user))
      await addConsents(trx, userId, consents)
      const rehired = restored && (await rehire(trx, restored, invitation))
      const employeeId = rehired ?? (await addInvitedEmployee(trx, userId, invitation))
      await completeJoin(trx, deps, { userId, employeeId, invitation })
      return userId
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? registered() : error
    })
}

/**
 * Employs a registered user at one more restaurant. Returns the employee's id.
 * @throws Problem as `requireOpen`, 403 `account_disabled`, 422 `invitation_of_another`, 409 `already_employed`,
 * `employee_dismissed`
 */
export async function join(
  deps: Pick<AppDependencies, 'db'> & Pick<JoinEvents, 'employeeJoined'>,
  invitationCode: string,
  userId: string,
): Promise<string> {
  return await deps.db
    .transaction()
    .execute(async (trx) => {
      const invitation = await requireOpen(trx, invitationCode, { lock: true })
      // The user may have been blocked or deleted since the request was admitted.
      const { phone } = await lockEnabledUser(trx, userId)
      requireInvited(invitation, phone)
      const employment = await findEmployment(trx, userId, invitation.restaurant_id)
      // Only the manager and the support bring a dismissed employee back.
      if (employment === 'dismissed') throw new Problem(409, 'employee_dismissed')
      const employeeId = await addInvitedEmployee(trx, userId, invitation)
      await completeJoin(trx, deps, { userId, employeeId, invitation })
      return employeeId
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem(409, 'already_employed') : error
    })
}

async function addInvitedEmployee(trx: Db, userId: string, invitation: InvitationRow): Promise<string> {
  const { restaurant_id, is_manager, external_id } = invitation
  return await addEmployee(trx, { user_id: userId, restaurant_id, is_manager, external_id })
}

async function completeJoin(
  trx: Db,
  { employeeJoined }: Pick<JoinEvents, 'employeeJoined'>,
  { userId, employeeId, invitation }: { userId: string; employeeId: string; invitation: InvitationRow },
): Promise<void> {
  const { id, code, restaurant_id, is_manager, external_id } = invitation
  await employeeJoined(trx, employeeId)
  await markUsed(trx, code, userId)
  await addAuditEvent(trx, {
    action: 'employee_joined',
    subject: { type: 'employee', id: employeeId },
    actor: { type: 'user', id: userId },
    after: { restaurant_id, invitation_id: id, manager: is_manager, external_id },
  })
}

/** Requires consents to the current texts. */
function requireCurrentConsents(current: ConsentTexts, consents: Consents): void {
  const kinds = Object.keys(current) as ConsentKind[]
  const outdated = kinds.filter((kind) => consents[kind] !== current[kind].version)
  if (outdated.length === 0) return
  const errors = Object.fromEntries(outdated.map((kind) => [`consents.${kind}`, ['consent_outdated']]))
  throw new Problem(422, 'consent_outdated', { errors })
}

/** `Анна Мария Смирнова` → `Анна`, `Мария Смирнова`. */
function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.split(/\s+/)
  return { first_name, last_name: rest.join(' ') }
}
