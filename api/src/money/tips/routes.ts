import { adjustTips, ingestTips } from '@portal/contracts/ingest'
import { getTipsStats } from '@portal/contracts/tips'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import * as adjusting from './adjust-tips.ts'
import type { CeilingCheck } from './ceilings.ts'
import { bookTips } from './service.ts'
import { readTipsStats } from './stats.ts'

export function tipRoutes(app: App, { db }: AppDependencies, requireBelowCeilings: CeilingCheck): void {
  route(app, ingestTips, ({ body }) => bookTips(db, body.tips, { requireBelowCeilings }))
  route(app, adjustTips, ({ body }) => adjusting.adjustTips(db, body.adjustments, { requireBelowCeilings }))
  route(app, getTipsStats, ({ user, query }) => readTipsStats(db, user.id, query))
}
