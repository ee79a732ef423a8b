import type { Endpoint } from '@portal/contracts/endpoint'
import type { Db } from '../db/connect.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { Actor } from '../modules/audit/audit.ts'
import type { App, AppDependencies } from './app-dependencies.ts'
import { Problem } from './problem.ts'
import { type Call, type HandlerResult, route } from './route.ts'

type AdminEndpoint = Endpoint & { access: 'admin' }

type AdminCall<E extends AdminEndpoint> = Call<E> & {
  /** The transaction of the request: a handler uses no other, so that a dry run changes nothing. */
  trx: Db
  /** For `addAuditEvent`. */
  actor: Actor
  /** Registers what follows the commit, such as notifications; a dry run has none. */
  afterCommit(work: () => unknown): void
}

/** Thrown to roll the transaction back after its result is known. */
class DryRunEnd extends Error {}

/** Whether the endpoint changes something, so that its request may have the header `X-Dry-Run: 1`. */
export function takesDryRun({ method, access }: Endpoint): boolean {
  return access === 'admin' && method !== 'GET'
}

/**
 * Serves an operator's change in one transaction. With `X-Dry-Run: 1` the transaction is rolled back and the response is what
 * it would be; any other value is rejected, since it might be meant as a dry run too.
 */
export function adminRoute<E extends AdminEndpoint>(
  app: App,
  deps: Pick<AppDependencies, 'db'>,
  endpoint: E,
  handler: (call: AdminCall<E>) => HandlerResult<E>,
): void {
  preparedAdminRoute(app, deps, endpoint, async () => undefined, handler)
}

/**
 * The same, with what `prepare` returns. It runs before the transaction, in a dry run too, and changes nothing: in the transaction a
 * request to another system would hold a connection, and PostgreSQL ends it after `idle_in_transaction_session_timeout`.
 */
export function preparedAdminRoute<E extends AdminEndpoint, Prepared>(
  app: App,
  { db }: Pick<AppDependencies, 'db'>,
  endpoint: E,
  prepare: (call: Call<E>) => Promise<Prepared>,
  handler: (call: AdminCall<E> & { prepared: Prepared }) => HandlerResult<E>,
): void {
  const serve = async (call: Call<E>): Promise<unknown> => {
    const isDryRun = readDryRun(call.request.headers['x-dry-run'])
    const followUps: (() => unknown)[] = []
    const prepared = await prepare(call)
    let result: unknown
    await db
      .transaction()
      .execute(async (trx) => {
        const actor: Actor = { type: 'operator', id: String(call.operator) }
        result = await handler({ ...call, trx, actor, afterCommit: (work) => followUps.push(work), prepared })
        if (isDryRun) throw new DryRunEnd()
      })
      .catch((error: unknown) => {
        if (error instanceof DryRunEnd) return
        // A constraint that the handler has checked: another transaction was faster.
        throw isUniqueViolation(error) ? new Problem(409, 'conflict') : error
      })
    if (!isDryRun) for (const followUp of followUps) await followUp()
    return result
  }
  route(app, endpoint, (call) => serve(call) as HandlerResult<E>)
}

function readDryRun(header: string | string[] | undefined): boolean {
  if (header !== undefined && header !== '1')
    throw new Problem(400, 'malformed', { errors: { 'x-dry-run': ['custom'] } })
  return header === '1'
}
