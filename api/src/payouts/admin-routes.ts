import type { PayoutAnswer } from '@portal/contracts/admin/payout'
import * as contract from '@portal/contracts/admin/payout'
import { adminRoute } from '../base/admin-route.ts'
import type { Db } from '../db/connect.ts'
import type { App } from '../http/app-dependencies.ts'
import { route } from '../http/route.ts'
import { readCalls } from './delivery/attempts.ts'
import type { PayoutDependencies } from './dependencies.ts'
import { notifyPayer } from './notify.ts'
import { askBank } from './operators/ask-bank.ts'
import { decidePayout, retractDecision } from './operators/decide.ts'
import { getRecord, listRecords } from './operators/records.ts'
import { notifyRecipients } from './review/complete-transfer.ts'
import { rejectPayout, releasePayout } from './review/review.ts'

export function adminPayoutRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, contract.listPayoutRecords, async ({ query }) => ({ items: await listRecords(db, query) }))
  route(app, contract.showPayoutRecord, ({ params }) => getRecord(db, params.id))
  route(app, contract.listPayoutCalls, async ({ params }) => {
    await getRecord(db, params.id)
    return { items: await readCalls(db, params.id) }
  })

  adminRoute(app, deps, contract.askAboutPayout, async ({ params, body, trx, actor, afterCommit }) => {
    const isSettled = await askBank(trx, deps.banks.bank, params.id, { ...body, actor })
    afterCommit(() => (isSettled ? notifyPayer(db, params.id) : deps.wakePayoutWorker()))
    return await answer(trx, params.id)
  })

  adminRoute(app, deps, contract.decideAboutPayout, async ({ params, body, trx, actor, afterCommit }) => {
    const limit = deps.settings.payouts.decisionLimit
    const isSettled = await decidePayout(trx, { bank: deps.banks.bank, limit }, params.id, { ...body, actor })
    if (isSettled) afterCommit(() => notifyPayer(db, params.id))
    return await answer(trx, params.id)
  })

  adminRoute(app, deps, contract.retractPayoutDecision, async ({ params, body, trx, actor, afterCommit }) => {
    await retractDecision(trx, params.id, { ...body, actor })
    afterCommit(() => deps.wakePayoutWorker())
    return await getRecord(trx, params.id)
  })

  adminRoute(app, deps, contract.releasePayout, async ({ params, body, trx, actor, afterCommit }) => {
    const limit = deps.settings.payouts.decisionLimit
    const payout = await releasePayout(trx, params.id, { ...body, actor, limit })
    afterCommit(async () => {
      await notifyPayer(db, params.id)
      if (payout?.kind === 'transfer') await notifyRecipients(db, params.id)
      deps.wakePayoutWorker()
    })
  })

  adminRoute(app, deps, contract.rejectPayout, async ({ params, body, trx, actor, afterCommit }) => {
    await rejectPayout(trx, params.id, { ...body, actor })
    afterCommit(() => notifyPayer(db, params.id))
  })
}

/** What the bank has responded last, and the payout after it. */
async function answer(db: Db, payoutId: string): Promise<PayoutAnswer> {
  const [call = null] = await readCalls(db, payoutId)
  return { call, payout: await getRecord(db, payoutId) }
}
