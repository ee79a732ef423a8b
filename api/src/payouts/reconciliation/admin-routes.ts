import { createHash } from 'node:crypto'
import * as contract from '@portal/contracts/admin/reconciliation'
import type { BodyOf } from '@portal/contracts/endpoint'
import { adminRoute, preparedAdminRoute } from '../../base/admin-route.ts'
import { addAuditEvent } from '../../base/audit/audit.ts'
import { requireSecondOperator } from '../../base/proposals/second-operator.ts'
import type { App } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { ListedPayment } from '../bank/bank.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { listPayments, reconcile } from './reconcile.ts'
import { closeLine, getLine, getReconciliation, listLines, listReconciliations, storeStatement } from './repository.ts'
import { readStatement, StatementError } from './statement.ts'

/**
 * Shorter than the time in which the API has to respond to an operator, so that the response says which side is slow.
 */
const LIST_TIMEOUT_MS = 45_000

export function adminReconciliationRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, contract.listReconciliations, async ({ query }) => ({
    items: await listReconciliations(db, query.provider),
  }))
  route(app, contract.listReconciliationLines, async ({ query: { reconciliation } }) => {
    if (reconciliation !== undefined) await getReconciliation(db, reconciliation)
    return { items: await listLines(db, reconciliation) }
  })

  preparedAdminRoute(
    app,
    deps,
    contract.runReconciliation,
    ({ body }) => readPayments(deps, body),
    async ({ body: { provider, day, statement }, prepared: payments, trx, actor }) => {
      const source = statement === undefined ? 'provider' : 'statement'
      const report = await getReconciliation(trx, await reconcile(trx, { provider, day, source }, payments))
      let sha256: string | undefined
      if (statement !== undefined) {
        sha256 = createHash('sha256').update(statement).digest('hex')
        await storeStatement(trx, { reconciliation_id: report.id, sha256, content: statement, given_by: actor.id })
      }
      await addAuditEvent(trx, {
        action: 'reconciliation_run',
        subject: { type: 'reconciliation', id: String(report.id) },
        actor,
        after: { provider, day, source, open: report.open, ...(sha256 && { sha256 }) },
      })
      return report
    },
  )

  adminRoute(app, deps, contract.closeReconciliationLine, async ({ params, body, trx, actor }) => {
    const { id } = await getLine(trx, params.id)
    if (!(await closeLine(trx, id, { by: actor.id, reason: body.reason }))) throw new Problem(409, 'line_closed')
    const subject = { type: 'reconciliation_line', id: params.id } as const
    const audit = { action: 'reconciliation_line_closed', subject, actor, reason: body.reason } as const
    await requireSecondOperator(trx, { ...audit, change: {} })
    const line = await getLine(trx, params.id)
    await addAuditEvent(trx, {
      ...audit,
      before: { closed_at: null },
      after: { closed_at: line.closed_at, kind: line.kind, payout_id: line.payout_id, reference: line.reference },
    })
    return line
  })
}

async function readPayments(
  { banks, log }: Pick<PayoutDependencies, 'banks' | 'log'>,
  { provider, day, statement }: BodyOf<typeof contract.runReconciliation>,
): Promise<ListedPayment[]> {
  if (statement !== undefined) {
    try {
      return readStatement(statement)
    } catch (error) {
      if (!(error instanceof StatementError)) throw error
      const { line, column } = error
      throw new Problem(422, 'statement_invalid', { errors: { statement: [`line ${line}: ${column}`] } })
    }
  }
  const bank = banks.providers.get(provider)
  if (!bank) throw new Problem(422, 'provider_not_configured')
  const { payments } = bank
  if (!payments) throw new Problem(422, 'no_list')
  return await listPayments({ payments }, day, LIST_TIMEOUT_MS).catch((err: unknown) => {
    log.warn({ err, provider }, 'the list of a provider cannot be read')
    throw new Problem(502, 'provider_unavailable')
  })
}
