import type { PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { User } from '@portal/contracts/session'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { getUser, openSession } from '../session/service.ts'
import { consumeAssertion, type PasskeyDeps, requestOptions, verifyAssertion } from './assertion.ts'

/**
 * Returns options without ids of passkeys, which would reveal accounts. The browser offers the passkeys that it has.
 */
export async function startSignIn(deps: PasskeyDeps): Promise<PasskeyRequestOptions> {
  return await requestOptions(deps, { purpose: 'sign_in' })
}

type SignInRequest = { assertion: PasskeyAssertion; remembered: boolean; userAgent: string }

/** @throws Problem 422 `passkey_invalid` (never why), 410 `passkey_expired`, 403 `account_disabled` */
export async function signInByPasskey(
  deps: PasskeyDeps,
  { assertion, remembered, userAgent }: SignInRequest,
): Promise<{ user: User; token: string }> {
  const verified = await verifyAssertion(deps, assertion, { purpose: 'sign_in' })
  const { userId } = verified
  const token = await deps.db.transaction().execute(async (trx) => {
    // Locks the user before the passkey, in the order in which a recovery locks them.
    await lockEnabledUser(trx, userId)
    await consumeAssertion(trx, verified)
    return await openSession(trx, { userId, remembered, userAgent, by: 'passkey' })
  })
  return { user: await getUser(deps, userId), token }
}
