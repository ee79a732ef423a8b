import * as contract from '@portal/contracts/admin/payout'
import { adminRoute } from '../../http/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { notifyPayer } from './notify-payer.ts'
import { notifyRecipient } from './review/complete-transfer.ts'
import { rejectPayout, releasePayout } from './review/review.ts'

export function adminPayoutRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  adminRoute(app, deps, contract.releasePayout, async ({ params, body, trx, actor, afterCommit }) => {
    const released = await releasePayout(trx, params.id, { ...body, actor })
    afterCommit(async () => {
      await notifyPayer(db, params.id)
      if (released?.kind === 'transfer') await notifyRecipient(db, params.id)
      deps.wakePayoutWorker()
    })
  })

  adminRoute(app, deps, contract.rejectPayout, async ({ params, body, trx, actor, afterCommit }) => {
    await rejectPayout(trx, params.id, { ...body, actor })
    afterCommit(() => notifyPayer(db, params.id))
  })
}
