import { sql } from 'kysely'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'

/** `/healthz`: the process answers; restart it if not. `/readyz`: it can serve; send it no one if not. */
export function healthRoutes(app: App, { db, stopping }: Pick<AppDependencies, 'db' | 'stopping'>): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (stopping?.aborted) throw new Problem(503, 'stopping', { retry_after: 5 })
    await sql`select 1`.execute(db).catch(() => {
      throw new Problem(503, 'database_unavailable', { retry_after: 5 })
    })
    return { status: 'ok' }
  })
}
