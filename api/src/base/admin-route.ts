import { OperatorProposal } from '@portal/contracts/admin/proposal'
import type { Endpoint } from '@portal/contracts/endpoint'
import type { Db } from '../db/connect.ts'
import { isUniqueViolation } from '../db/error-code.ts'
import type { App, AppDependencies } from '../http/app-dependencies.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type HandlerResult, route } from '../http/route.ts'
import type { Actor } from './audit/audit.ts'
import { propose, SecondOperatorNeeded } from './proposals/second-operator.ts'

type AdminEndpoint = Endpoint & { access: 'admin' }

type AdminCall<E extends AdminEndpoint> = Call<E> & {
  /** The transaction of the request. A handler must use no other, so that a dry run changes nothing. */
  trx: Db
  /** For `addAuditEvent`. */
  actor: Actor
  /** Registers work for after the commit, such as notifications. A dry run drops it. */
  afterCommit(work: () => unknown): void
}

/** Thrown to roll a dry run back after its result is known. */
class DryRunEnd extends Error {}

/** Whether the endpoint changes something, so that its request may have the header `X-Dry-Run: 1`. */
export function takesDryRun({ method, access, onlyReads }: Endpoint): boolean {
  return access === 'admin' && method !== 'GET' && !onlyReads
}

/**
 * Serves an operator's change in one transaction. With `X-Dry-Run: 1` the transaction is rolled back, and the response
 * shows what the request would do; any other value is rejected, because it might be meant as a dry run, too. A change
 * that needs two operators is stored as a proposal of the first one, and the response is 202.
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
 * As `adminRoute`, but gives the handler the result of `prepare`, which runs before the transaction, also in a dry run,
 * and must change nothing but budgets. A request to another system belongs there: within the transaction it would hold
 * a connection, which PostgreSQL would end after `idle_in_transaction_session_timeout`.
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
    const actor: Actor = { type: 'operator', id: String(call.operator) }
    const confirm = async (trx: Db) => await call.request.confirmation?.(trx)
    try {
      const result = await change(db, isDryRun, async (trx) => {
        await confirm(trx)
        return await handler({ ...call, trx, actor, afterCommit: (work) => followUps.push(work), prepared })
      })
      if (!isDryRun) for (const followUp of followUps) await followUp()
      return result
    } catch (error) {
      if (!(error instanceof SecondOperatorNeeded)) throw error
      const proposal = await change(db, isDryRun, async (trx) => {
        await confirm(trx)
        return await propose(trx, error.proposal)
      })
      return call.reply.code(202).send(OperatorProposal.parse(proposal))
    }
  }
  route(app, endpoint, (call) => serve(call) as HandlerResult<E>)
}

/** Returns the result of the work, which a dry run rolls back. */
async function change<T>(db: Db, isDryRun: boolean, work: (trx: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      result = { value: await work(trx) }
      if (isDryRun) throw new DryRunEnd()
      return result.value
    })
  } catch (error) {
    if (error instanceof DryRunEnd && result) return result.value
    // The handler has checked the constraint, so another transaction was faster.
    throw isUniqueViolation(error) ? new Problem(409, 'conflict') : error
  }
}

function readDryRun(header: string | string[] | undefined): boolean {
  if (header !== undefined && header !== '1')
    throw new Problem(400, 'malformed', { errors: { 'x-dry-run': ['custom'] } })
  return header === '1'
}
