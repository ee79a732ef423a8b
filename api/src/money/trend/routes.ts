import * as contract from '@portal/contracts/trend'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { saveDiaryDay } from './diary.ts'
import { readTipsTrend } from './service.ts'

export function trendRoutes(app: App, { db }: AppDependencies): void {
  route(app, contract.getTipsTrend, ({ user, query }) => readTipsTrend(db, user.id, query))

  route(app, contract.saveDiaryDay, ({ user, body }) => saveDiaryDay(db, user.id, body))
}
