import { startOperatorConfirmation } from '@portal/contracts/admin/access'
import type { Endpoint } from '@portal/contracts/endpoint'
import { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { FastifyRequest } from 'fastify'
import { takesDryRun } from '../../base/admin-route.ts'
import { accountOperator, addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { consumeAssertion, verifyAssertion } from '../passkeys/assertion.ts'
import { changeScope, prolongReads, readAccess } from './access.ts'

const MAX_CHANGES_OF_HOUR = 120
/** A dry run tells who works where, so it is limited and recorded. */
const MAX_DRY_RUNS_OF_HOUR = 60

/**
 * Lets the sessions of accounts with the right `operator` use the endpoints of operators. A read needs a passkey that
 * was used in the session within the last hour; a change needs a signature of exactly this request.
 */
export function guardOperatorSessions(app: App, deps: AppDependencies): void {
  const { db } = deps

  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    // A request with a token has an operator and no user.
    if (endpoint?.access !== 'admin' || !request.user) return
    const { isOperator, mayRead } = await readAccess(db, request.user)
    if (!isOperator) throw new Problem(403, 'forbidden')
    const isRead = endpoint !== startOperatorConfirmation && !needsSignature(endpoint, request)
    if (isRead && !mayRead) throw new Problem(428, 'passkey_required')
    request.operator = accountOperator(request.user.id)
  })

  // In this hook the body is known.
  app.addHook('preHandler', async (request) => {
    const { user, routeOptions, headers } = request
    const { endpoint } = routeOptions.config
    if (endpoint?.access !== 'admin' || !user || !takesDryRun(endpoint)) return
    const isDryRun = headers['x-dry-run'] === '1'
    if (isDryRun) await countDryRun(db, user.id, sentRequest(request))
    if (!needsSignature(endpoint, request)) return
    if (headers['x-passkey'] === undefined) throw new Problem(428, 'passkey_required')
    const assertion = parseAssertion(headers['x-passkey'])
    const verified = await verifyAssertion(deps, assertion, changeScope(user, sentRequest(request)), user.id)
    if (!verified.forOperator) throw new Problem(422, 'passkey_invalid')
    // Only after the signature: a thief of the session, who has no passkey, must not use up the budget of its user.
    await consumeUserBudget(db, 'operator:change', user.id, MAX_CHANGES_OF_HOUR)
    if (isDryRun) return await consumeAssertion(db, verified)
    request.confirmation = async (trx) => {
      await consumeAssertion(trx, verified)
      await prolongReads(trx, user)
    }
  })
}

/** A dry run counts as a read, unless it calls a provider. */
function needsSignature(endpoint: Endpoint, { headers }: FastifyRequest): boolean {
  return takesDryRun(endpoint) && (endpoint.callsProvider === true || headers['x-dry-run'] !== '1')
}

/** Outside of the transaction of the dry run, which is rolled back. @throws Problem 429 */
async function countDryRun(db: Db, userId: string, { method, path }: ReturnType<typeof sentRequest>): Promise<void> {
  await consumeUserBudget(db, 'operator:dry-run', userId, MAX_DRY_RUNS_OF_HOUR)
  await addAuditEvent(db, {
    action: 'dry_run',
    subject: { type: 'user', id: userId },
    actor: { type: 'operator', id: accountOperator(userId) },
    after: { method, path },
  })
}

function sentRequest({ method, url, body }: FastifyRequest) {
  return { method, path: url.replace(/^\/api\/v1/, ''), body }
}

function parseAssertion(header: string | string[]): PasskeyAssertion {
  try {
    return PasskeyAssertion.parse(JSON.parse(String(header)))
  } catch {
    throw new Problem(400, 'malformed', { errors: { 'x-passkey': ['custom'] } })
  }
}
