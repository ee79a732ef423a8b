import { dayIn } from '@portal/contracts/calendar'
import { exportOperations, listOperations } from '@portal/contracts/operation'
import { asciiFileName, operationsFileName } from '@portal/contracts/operations-file'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { contentDisposition, streamFrom } from '../../http/download.ts'
import { requireFound } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { limitExports, operationsCsv } from './csv.ts'
import { findList } from './repository.ts'
import { parseSearch } from './search.ts'
import { listUserOperations } from './service.ts'

export function operationRoutes(app: App, { db }: AppDependencies): void {
  route(app, listOperations, ({ user, query }) => listUserOperations(db, user.id, query))

  route(app, exportOperations, async ({ user, query, reply }) => {
    const find = () => findList(db, user.id, { ...query, search: parseSearch(query.q) })
    const list = requireFound(await limitExports(find, user.id))
    const today = dayIn(list.timeZone, new Date())
    const file = { ...query, restaurant: list.restaurant, today }
    // Waits for the first piece before it sends headers, so that a failed query is a problem and not a cut file.
    const body = await streamFrom(operationsCsv(db, user.id, list))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(operationsFileName(file), asciiFileName(file)))
      .send(body)
  })
}
