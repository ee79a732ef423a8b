import { randomBytes } from 'node:crypto'
import type { PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import {
  addChallenge,
  type ChallengeScope,
  deleteChallenge,
  findCredential,
  hasChallenge,
  markUsed,
  type PasskeyRow,
} from './repository.ts'

export type PasskeyDeps = Pick<AppDependencies, 'db' | 'settings'>

export const CHALLENGE_LIFETIME_SECONDS = 5 * 60

/** Passkeys belong to the host of the portal's address, and sign only for pages of that address. */
export function relyingParty({ origin }: Pick<AppDependencies['settings'], 'origin'>): { id: string; origin: string } {
  return { id: new URL(origin).hostname, origin }
}

export async function newChallenge(db: Db, scope: ChallengeScope): Promise<Buffer> {
  const challenge = randomBytes(32)
  await addChallenge(db, challenge, scope, CHALLENGE_LIFETIME_SECONDS)
  return challenge
}

/** Only the given `passkeys` may sign. If none are given, the user may choose any passkey. */
export async function requestOptions(
  { db, settings }: PasskeyDeps,
  scope: ChallengeScope,
  passkeys: readonly PasskeyRow[] = [],
): Promise<PasskeyRequestOptions> {
  const challenge = await newChallenge(db, scope)
  return {
    challenge: challenge.toString('base64url'),
    rpId: relyingParty(settings).id,
    timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(toDescriptor),
  }
}

export function toDescriptor({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, type: 'public-key' as const, ...(transports.length > 0 && { transports }) }
}

/** A signature that is verified but not used yet. */
export type VerifiedAssertion = {
  challenge: Buffer
  passkeyId: string
  userId: string
  counter: number
  backedUp: boolean
  /** The account had the passkey when it got the right `operator`. */
  forOperator: boolean
  /** The time since the passkey was added. */
  ageHours: number
}

/**
 * Verifies a signature and changes nothing. `consumeAssertion` uses it up, in the transaction of the confirmed action.
 * @param userId the user whose passkey is required; absent at sign-in, where the passkey identifies the user
 * @throws Problem 410 `passkey_expired` if the challenge is unknown, used, expired or was issued for something else
 * @throws Problem 422 `passkey_invalid`
 */
export async function verifyAssertion(
  { db, settings }: PasskeyDeps,
  assertion: PasskeyAssertion,
  scope: ChallengeScope,
  userId?: string,
): Promise<VerifiedAssertion> {
  const challenge = await requireChallenge(db, assertion.client_data, scope)
  const passkey = await findCredential(db, assertion.id)
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) throw invalid()
  if (assertion.user_handle !== undefined && assertion.user_handle !== toUserHandle(passkey)) throw invalid()
  const { id, origin } = relyingParty(settings)
  // The library throws for every defect of the client's data, even for bytes that it cannot decode.
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: assertion.id,
      rawId: assertion.id,
      type: 'public-key',
      response: {
        clientDataJSON: assertion.client_data,
        authenticatorData: assertion.authenticator_data,
        signature: assertion.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(async () => {
    // If the same signature was used meanwhile, the counter has moved, and the challenge is gone.
    await requireChallenge(db, assertion.client_data, scope)
    throw invalid()
  })
  if (!verified) throw invalid()
  return {
    challenge,
    passkeyId: passkey.id,
    userId: passkey.user_id,
    counter: authenticationInfo.newCounter,
    backedUp: authenticationInfo.credentialBackedUp,
    forOperator: passkey.for_operator,
    ageHours: passkey.age_hours,
  }
}

/** @throws Problem 410 `passkey_expired` if another request was faster, or the passkey was deleted meanwhile */
export async function consumeAssertion(trx: Db, verified: VerifiedAssertion): Promise<void> {
  const { challenge, passkeyId: id, counter, backedUp } = verified
  if (!(await deleteChallenge(trx, challenge))) throw expired()
  if (!(await markUsed(trx, { id, counter, backedUp }))) throw expired()
}

/** Returns the signed challenge if it was issued for this scope. @throws Problem 410 `passkey_expired` */
export async function requireChallenge(db: Db, clientData: string, scope: ChallengeScope): Promise<Buffer> {
  const challenge = challengeIn(clientData)
  if (!challenge || !(await hasChallenge(db, challenge, scope))) throw expired()
  return challenge
}

function challengeIn(clientData: string): Buffer | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      challenge?: unknown
      crossOrigin?: unknown
    }
    // A passkey must not sign in an iframe of another site.
    return typeof challenge === 'string' && !crossOrigin ? Buffer.from(challenge, 'base64url') : undefined
  } catch {
    return undefined
  }
}

export function toUserHandle({ passkey_handle }: { passkey_handle: string }): string {
  return Buffer.from(passkey_handle).toString('base64url')
}

export function invalid(): Problem {
  return new Problem(422, 'passkey_invalid')
}

export function expired(): Problem {
  return new Problem(410, 'passkey_expired')
}
