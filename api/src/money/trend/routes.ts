import { getTipsTrend } from '@portal/contracts/trend'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { readTipsTrend } from './service.ts'

export function trendRoutes(app: App, { db }: AppDependencies): void {
  route(app, getTipsTrend, ({ user, query }) => readTipsTrend(db, user.id, query))
}
