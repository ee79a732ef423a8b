import { Readable } from 'node:stream'
import { exportOperations, listOperations } from '@portal/shared/contracts/operation'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { operationsCsv } from './csv.ts'
import { findFeed, listUserOperations } from './service.ts'

export function operationRoutes(app: App, { db }: AppDependencies): void {
  route(app, listOperations, ({ user, query }) => listUserOperations(db, user.id, query))

  route(app, exportOperations, async ({ user, query, reply }) => {
    const feed = await findFeed(db, user.id, query)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="operations.csv"')
      .send(Readable.from(operationsCsv(db, feed, query)))
  })
}
