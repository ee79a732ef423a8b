import { dayIn } from '@portal/contracts/calendar'
import { exportOperations, listOperations } from '@portal/contracts/operation'
import { asciiFileName, operationsFileName } from '@portal/contracts/operations-file'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import { route } from '../../http/route.ts'
import { streamFrom } from '../../http/stream-from.ts'
import { operationsCsv } from './csv.ts'
import { searchOf } from './search.ts'
import { getFeed, listUserOperations } from './service.ts'

export function operationRoutes(app: App, { db }: AppDependencies): void {
  route(app, listOperations, ({ user, query }) => listUserOperations(db, user.id, query))

  route(app, exportOperations, async ({ user, query, reply }) => {
    const feed = await getFeed(db, user.id, query)
    const today = dayIn(feed.timeZone, new Date())
    const file = { ...query, restaurant: feed.restaurant, today }
    // Before the headers, so that a failed query is a problem and not a truncated file.
    const body = await streamFrom(operationsCsv(db, feed, searchOf(query.q)))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(operationsFileName(file), asciiFileName(file)))
      .send(body)
  })
}
