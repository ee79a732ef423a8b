import { getOverview } from '@portal/contracts/admin/overview'
import { showUserForSupport } from '@portal/contracts/admin/support'
import type { App } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { COOLING } from '../../identity/password/cooling.ts'
import { ORDER_LIMITS_KOPECKS } from '../../payouts/order/limits.ts'
import { recordView } from '../../staff/users/record-view.ts'
import type { PortalDependencies } from '../dependencies.ts'
import { readChecks } from './checks.ts'
import { readSupportView } from './support-view.ts'

/** What the pages of operators read beside the endpoints of the domains. */
export function operatorRoutes(app: App, deps: PortalDependencies): void {
  const { db, metrics, settings } = deps

  route(app, getOverview, async () => ({ limits: limits(settings), checks: await readChecks(metrics) }))

  route(app, showUserForSupport, async ({ params, operator }) => {
    const view = await readSupportView(db, params.id)
    await recordView(db, params.id, operator)
    return view
  })
}

function limits({ payouts, tipCeilings }: PortalDependencies['settings']) {
  return {
    payout: inRubles(ORDER_LIMITS_KOPECKS.payout),
    transfer: inRubles(ORDER_LIMITS_KOPECKS.transfer),
    lowered: COOLING.limit / 100,
    decision: payouts.decisionLimit / 100,
    tip: tipCeilings.tip / 100,
    tips_restaurant_hour: tipCeilings.restaurantHour / 100,
    tips_source_hour: tipCeilings.sourceHour / 100,
  }
}

function inRubles({ min, max, day, month }: (typeof ORDER_LIMITS_KOPECKS)['payout' | 'transfer']) {
  return { min: min / 100, max: max / 100, day: day / 100, month: month / 100 }
}
