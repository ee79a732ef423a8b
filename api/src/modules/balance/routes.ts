import { getBalance, getTotalBalance } from '@portal/shared/contracts/balance'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { balanceByRestaurant, totalBalance } from './service.ts'

export function balanceRoutes(app: App, { db }: AppDependencies): void {
  route(app, getTotalBalance, async ({ user }) => await totalBalance(db, user.id))

  route(app, getBalance, async ({ params, user }) => {
    const balance = (await balanceByRestaurant(db, user.id)).get(params.restId)
    if (!balance) throw new Problem(404, 'not_found')
    return balance
  })
}
