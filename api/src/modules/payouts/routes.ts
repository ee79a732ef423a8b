import * as operator from '@portal/contracts/operator'
import { createPayout, findPayoutByKey, getPayout, listPayouts } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutMethods } from '@portal/contracts/payout-method'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { findOwnEmployee } from '../employees/find-employee.ts'
import { findPayoutIdByKey } from './order/idempotency-record.ts'
import { listMethods, transferLimits } from './order/terms.ts'
import { rejectPayout, releasePayout } from './review/review.ts'
import { getUserPayout, listUserPayouts, requestPayout } from './service.ts'

export function payoutRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  route(app, listPayoutMethods, async ({ user, params }) => {
    return { items: await listMethods(db, await findOwnEmployee(db, user.id, params.restId)) }
  })

  route(app, getTransferLimits, async ({ user, params }) => {
    const payer = await findOwnEmployee(db, user.id, params.restId)
    if (!payer.is_default) throw new Problem(403, 'forbidden')
    return await transferLimits(db, payer)
  })

  route(app, createPayout, async ({ user, body, idempotencyKey }) => {
    const payout = await requestPayout(deps, user, idempotencyKey, body)
    deps.wakePayoutWorker()
    return payout
  })

  route(app, listPayouts, ({ user, query }) => listUserPayouts(db, user.id, query))
  route(app, getPayout, ({ user, params }) => getUserPayout(db, user.id, params.id))

  route(app, operator.releasePayout, async ({ params, body }) => {
    await releasePayout(db, params.id, body)
    deps.wakePayoutWorker()
  })
  route(app, operator.rejectPayout, ({ params, body }) => rejectPayout(db, params.id, body))

  route(app, findPayoutByKey, async ({ user, params }) => {
    const payoutId = await findPayoutIdByKey(db, user.id, params.key)
    if (payoutId === undefined) throw new Problem(404, 'not_found')
    return await getUserPayout(db, user.id, payoutId)
  })
}
