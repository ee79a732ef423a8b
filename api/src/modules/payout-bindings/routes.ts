import { listPayoutBindings } from '@portal/shared/contracts/payout-method'
import { listSbpBanks } from '@portal/shared/contracts/sbp'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { sbpBanks } from './sbp-banks.ts'
import { listBindings } from './service.ts'

export function payoutBindingRoutes(app: App, { db }: AppDependencies): void {
  route(app, listPayoutBindings, async ({ user, query }) => ({ items: await listBindings(db, user.id, query.restId) }))

  route(app, listSbpBanks, ({ reply }) => {
    reply.header('cache-control', 'private, max-age=86400')
    return { items: [...sbpBanks] }
  })
}
