import pg from 'pg'
import { pageHeaders, type TestApi } from '../../testing/test-api.ts'

/** Sends the requests of a page over a real connection, because `inject` bypasses the server and admission. */
export function openPage(origin: string, token: string | undefined) {
  return (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/v1${path}`, {
      ...init,
      headers: { ...pageHeaders, cookie: `session=${token}`, ...(init.headers as Record<string, string>) },
    })
}

export type HeldLock = Awaited<ReturnType<typeof holdLock>>

/** Holds a lock, for which queries of the API wait until it is released. */
export async function holdLock({ url }: TestApi, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return {
    release: () => client.end(),
    /** Returns the number of queries that wait for a lock. */
    async waiting(): Promise<number> {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      )
      return rowCount ?? 0
    },
  }
}
