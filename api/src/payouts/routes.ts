import { notifyOfPayout } from '@portal/contracts/bank-notification'
import { getLimits } from '@portal/contracts/limits'
import { createPayout } from '@portal/contracts/new-payout'
import { findPayoutByKey, getPayout, listPayouts } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutTerms } from '@portal/contracts/payout-method'
import type { App } from '../http/app-dependencies.ts'
import { Problem, requireFound } from '../http/problem.ts'
import { consumeAddressBudgets } from '../http/rate-limit.ts'
import { route } from '../http/route.ts'
import { isProviderName } from '../settings/providers.ts'
import { findOwnEmployee } from '../staff/employees/repository.ts'
import { rememberOrigin } from '../tracing/tracing.ts'
import { findCardForm } from './bank/configured-banks.ts'
import { hurryPayout } from './delivery/hurry.ts'
import type { PayoutDependencies } from './dependencies.ts'
import { findPayoutIdByKey } from './order/idempotency-record.ts'
import { listTerms, readOrderLimits, readTransferLimits } from './order/terms.ts'
import { getUserPayout, listUserPayouts, requestPayout } from './service.ts'

/** The maximum of notifications from an address in an hour. A payout whose notification is lost is requested anyway. */
const MAX_NOTIFICATIONS = 6_000

export function payoutRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, listPayoutTerms, async ({ user, params }) => {
    const payer = await findOwnEmployee(db, user.id, params.restId)
    return { items: await listTerms(db, payer, findCardForm(deps.settings, payer)) }
  })

  route(app, getTransferLimits, async ({ user, params }) => {
    const payer = await findOwnEmployee(db, user.id, params.restId)
    if (!payer.is_default) throw new Problem(403, 'forbidden')
    return await readTransferLimits(db, payer)
  })

  route(app, getLimits, async ({ user, params }) => {
    const payer = await findOwnEmployee(db, user.id, params.restId)
    return {
      payout: await readOrderLimits(db, payer, 'payout'),
      transfer: payer.is_default ? await readOrderLimits(db, payer, 'transfer') : null,
    }
  })

  route(app, createPayout, async ({ user, body, idempotencyKey }) => {
    const payout = await requestPayout(deps, user, idempotencyKey, body)
    rememberOrigin(payout.id)
    deps.wakePayoutWorker()
    return payout
  })

  route(app, listPayouts, ({ user, query }) => listUserPayouts(db, user.id, query))
  route(app, getPayout, ({ user, params }) => getUserPayout(db, user.id, params.id))

  route(app, notifyOfPayout, async ({ params, body, request }) => {
    const provider = requireFound(isProviderName(params.provider) ? params.provider : undefined)
    const bank = requireFound(deps.banks.providers.get(provider))
    if (!bank.parseNotification) throw new Problem(404, 'not_found')
    await consumeAddressBudgets(db, 'bank_notification', request.ip, MAX_NOTIFICATIONS)
    const payment = bank.parseNotification(body)
    if (payment && (await hurryPayout(db, provider, payment))) deps.wakePayoutWorker()
    return {}
  })

  route(app, findPayoutByKey, async ({ user, params }) => {
    const payoutId = requireFound(await findPayoutIdByKey(db, user.id, params.key))
    return await getUserPayout(db, user.id, payoutId)
  })
}
