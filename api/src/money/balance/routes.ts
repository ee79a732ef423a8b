import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { requireFound } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { readUserBalances } from './service.ts'

export function balanceRoutes(app: App, { db }: AppDependencies): void {
  route(app, getTotalBalance, async ({ user }) => (await readUserBalances(db, user.id)).total)

  route(app, getBalance, async ({ params, user }) => {
    const balance = requireFound((await readUserBalances(db, user.id)).byRestaurant.get(params.restId))
    return balance
  })
}
