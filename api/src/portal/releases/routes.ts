import { createHash } from 'node:crypto'
import { getRights, type ReleaseChange, requestReleaseChange, startReleaseChange } from '@portal/contracts/release'
import { addAuditEvent } from '../../base/audit/audit.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route, type SignedIn } from '../../http/route.ts'
import { consumeAssertion, requestOptions, verifyAssertion } from '../../identity/passkeys/assertion.ts'
import { type ChallengeScope, readPasskeys } from '../../identity/passkeys/repository.ts'
import { readRights, requireRight } from '../../identity/users/rights.ts'

/** More changes than anyone makes who checks the effect of each one. */
const MAX_CHANGES_OF_HOUR = 60

/** The portal server has the releases. The API decides who may see and change them, and records the changes. */
export function releaseRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  route(app, getRights, ({ user }) => readRights(db, user.id))

  route(app, startReleaseChange, async ({ user, body }) => {
    await requireRight(db, user.id, 'releases')
    await consumeUserBudget(db, 'passkey:confirmation', user.id, 120)
    const passkeys = await readPasskeys(db, user.id)
    if (passkeys.length === 0) throw new Problem(409, 'no_passkeys')
    return await requestOptions(deps, challengeScope(user, body), passkeys)
  })

  route(app, requestReleaseChange, async ({ user, body: { passkey, ...change } }) => {
    const { name } = await requireRight(db, user.id, 'releases')
    await consumeUserBudget(db, 'release-change', user.id, MAX_CHANGES_OF_HOUR)
    const assertion = await verifyAssertion(deps, passkey, challengeScope(user, change), user.id)
    const { name: release, ...after } = change
    await db.transaction().execute(async (trx) => {
      await consumeAssertion(trx, assertion)
      await addAuditEvent(trx, {
        action: 'release_change_requested',
        subject: { type: 'release', id: release },
        actor: { type: 'user', id: user.id },
        after,
      })
    })
    return { name }
  })
}

/** Binds a signature to exactly this change. */
function challengeScope({ sessionId }: SignedIn, change: ReleaseChange): ChallengeScope {
  const { sequence, name, kind, version, percent = 0 } = change
  const parts = JSON.stringify(['release_change', sequence, name, kind, version, percent])
  return { purpose: 'confirmation', sessionId, boundTo: createHash('sha256').update(parts).digest('base64url') }
}
