import { Readable } from 'node:stream'
import { exportOperations, listOperations } from '@portal/shared/contracts/operation'
import { asciiFileName, operationsFileName } from '@portal/shared/contracts/operations-file'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import { route } from '../../http/route.ts'
import { operationsCsv } from './csv.ts'
import { findFeed, listUserOperations } from './service.ts'

export function operationRoutes(app: App, { db }: AppDependencies): void {
  route(app, listOperations, ({ user, query }) => listUserOperations(db, user.id, query))

  route(app, exportOperations, async ({ user, query, reply }) => {
    const feed = await findFeed(db, user.id, query)
    // The Swedish write a day as ISO 8601 does.
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: feed.timeZone })
    const file = { ...query, restaurant: feed.restaurant, today }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(operationsFileName(file), asciiFileName(file)))
      .send(Readable.from(operationsCsv(db, feed, query)))
  })
}
