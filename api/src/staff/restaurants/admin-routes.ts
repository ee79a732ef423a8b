import * as contract from '@portal/contracts/admin/restaurant'
import { adminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { ProviderName } from '../../settings/providers.ts'
import { notifyEmployees } from '../employees/notify-employees.ts'
import { getRestaurant, listRestaurants } from './repository.ts'
import { changeRestaurant, createRestaurant, setClosed } from './service.ts'

/** The providers that have an account in the settings. */
type Banks = { banks: { providers: ReadonlyMap<ProviderName, unknown> } }

export function adminRestaurantRoutes(app: App, deps: AppDependencies & Banks): void {
  const { db } = deps

  route(app, contract.listRestaurants, async () => ({ items: await listRestaurants(db) }))
  route(app, contract.getRestaurant, ({ params }) => getRestaurant(db, params.id))

  adminRoute(app, deps, contract.createRestaurant, ({ body, trx, actor }) => {
    requireConfigured(deps, body)
    return createRestaurant(trx, body, actor)
  })

  adminRoute(app, deps, contract.changeRestaurant, async ({ params, body, trx, actor, afterCommit }) => {
    requireConfigured(deps, body)
    const restaurant = await changeRestaurant(trx, params.id, body, actor)
    // Open pages show the name, the bank and the days of the restaurant.
    afterCommit(() => notifyEmployees(db, restaurant.id))
    return restaurant
  })

  adminRoute(app, deps, contract.closeRestaurant, ({ params, body, trx, actor }) =>
    setClosed(trx, params.id, true, { ...body, actor }),
  )
  adminRoute(app, deps, contract.reopenRestaurant, ({ params, body, trx, actor }) =>
    setClosed(trx, params.id, false, { ...body, actor }),
  )
}

/** Payouts to a provider without its account would wait forever. @throws Problem 422 */
function requireConfigured(
  { banks }: Banks,
  { payout_provider }: { payout_provider?: ProviderName | null | undefined },
): void {
  if (!payout_provider || banks.providers.has(payout_provider)) return
  throw new Problem(422, 'provider_not_configured', { errors: { payout_provider: ['provider_not_configured'] } })
}
