import { getTipsStats, ingestTips } from '@portal/contracts/tips'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { bookTips } from './service.ts'
import { tipsStats } from './stats.ts'

export function tipRoutes(app: App, { db }: AppDependencies): void {
  route(app, ingestTips, ({ body }) => bookTips(db, body.tips))
  route(app, getTipsStats, ({ user, query }) => tipsStats(db, user.id, query))
}
