import type { NewPasskey, PasskeyCreationOptions } from '@portal/contracts/passkey'
import { maskPhone } from '@portal/contracts/phone-text'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { addUserEvent } from '../../base/audit/audit.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { consumeOtp, verifyOtp } from '../otp/service.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { describeUserAgent } from '../user-sessions/user-agent.ts'
import {
  CHALLENGE_LIFETIME_SECONDS,
  expired,
  invalid,
  newChallenge,
  type PasskeyDeps,
  relyingParty,
  requireChallenge,
  toDescriptor,
  toUserHandle,
} from './assertion.ts'
import {
  countPasskeys,
  deleteChallenge,
  getPasskeyUser,
  insertPasskey,
  lockPasskeys,
  type PasskeyRow,
  readPasskeys,
} from './repository.ts'

const MAX_PASSKEYS = 10

/** COSE numbers: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** @throws Problem 422 `wrong_password`, 429 `password_locked`, 409 `too_many_passkeys`, and as a wrong code */
export async function startRegistration(
  deps: PasskeyDeps,
  user: SignedIn,
  { current_password, code }: { current_password: string; code: string },
): Promise<PasskeyCreationOptions> {
  const { db, settings } = deps
  await requireCurrentPassword(db, user, current_password)
  const otpId = await verifyOtp(deps, { subject: user.id, purpose: 'passkey', code })
  const existing = await readPasskeys(db, user.id)
  if (existing.length >= MAX_PASSKEYS) throw tooMany()
  const owner = await getPasskeyUser(db, user.id)
  const challenge = await db.transaction().execute(async (trx) => {
    await consumeOtp(trx, otpId)
    return await newChallenge(trx, { purpose: 'registration', sessionId: user.sessionId })
  })
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: relyingParty(settings).id, name: 'Чаевые' },
    user: {
      id: toUserHandle(owner),
      // The device shows it to choose among several passkeys. It is masked because others may see the screen.
      name: maskPhone(owner.phone),
      displayName: `${owner.first_name} ${owner.last_name}`.trim(),
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
    attestation: 'none',
    excludeCredentials: existing.map(toDescriptor),
    // The device stores the user with the passkey, so that signing in needs no phone number.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** @throws Problem 410 `passkey_expired`, 422 `passkey_invalid`, 409 `passkey_exists`, `too_many_passkeys` */
export async function addPasskey(
  deps: PasskeyDeps,
  user: SignedIn,
  created: NewPasskey,
  userAgent: string,
): Promise<PasskeyRow> {
  const { db, settings } = deps
  const challenge = await requireChallenge(db, created.client_data, {
    purpose: 'registration',
    sessionId: user.sessionId,
  })
  const { credential, credentialDeviceType, credentialBackedUp } = await verify(settings, created, challenge)
  return await db
    .transaction()
    .execute(async (trx) => {
      await lockPasskeys(trx, user.id)
      if (!(await deleteChallenge(trx, challenge))) throw expired()
      if ((await countPasskeys(trx, user.id)) >= MAX_PASSKEYS) throw tooMany()
      const passkey = await insertPasskey(trx, {
        user_id: user.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: created.transports,
        backup_eligible: credentialDeviceType === 'multiDevice',
        backed_up: credentialBackedUp,
        label: labelFor(userAgent),
      })
      await addUserEvent(trx, user.id, 'passkey_added', { after: { passkey_id: passkey.id } })
      await addSecurityNotice(trx, deps, { userId: user.id }, { type: 'passkey_added', label: passkey.label })
      return passkey
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem(409, 'passkey_exists') : error
    })
}

async function verify(settings: PasskeyDeps['settings'], created: NewPasskey, challenge: Buffer) {
  const { id, origin } = relyingParty(settings)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: created.id,
      rawId: created.id,
      type: 'public-key',
      response: { clientDataJSON: created.client_data, attestationObject: created.attestation },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw invalid()
  })
  // The id to store is the one that the authenticator has signed. A client could send another one with it.
  if (!verified || registrationInfo.credential.id !== created.id) throw invalid()
  return registrationInfo
}

/** The label of a new passkey, which the user may change: `Android · Chrome`. */
function labelFor(userAgent: string): string {
  const { device, browser } = describeUserAgent(userAgent)
  return [device, browser].filter(Boolean).join(' · ') || 'Неизвестное устройство'
}

function tooMany(): Problem {
  return new Problem(409, 'too_many_passkeys')
}
