import { listAuditEvents } from '@portal/contracts/admin/audit'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { readAuditEvents } from './repository.ts'

export function adminAuditRoutes(app: App, { db }: AppDependencies): void {
  route(app, listAuditEvents, async ({ query }) => ({ items: await readAuditEvents(db, query) }))
}
