import { getSessionBootstrap } from '@portal/contracts/session'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { readUserBalances } from '../../money/balance/service.ts'
import { readBootstrapUser } from './repository.ts'

export function sessionBootstrapRoutes(app: App, { db }: AppDependencies): void {
  route(app, getSessionBootstrap, async ({ user }) => {
    const { user: me, employees, liveSeq, rights } = await readBootstrapUser(db, user.id)
    const { total, byRestaurant } = await readUserBalances(db, user.id)
    return {
      user: me,
      employees,
      balance: { total, by_restaurant: Object.fromEntries(byRestaurant) },
      ends_at: user.sessionEndsAt.toISOString(),
      live_seq: liveSeq,
      rights,
      locks_after: user.locksAfter,
    }
  })
}
