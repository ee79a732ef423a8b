import { join } from 'node:path'
import { startEmbedded } from '@portal/api/db/embedded'
import { type Running, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import pg from 'pg'
import { portalProgram } from '../../e2e/fixtures/portal-process.ts'

export const serviceToken = 'a-service-token-of-this-drill'
/** Settings of an API whose tips are a load, and no theft. */
export const serviceSettings = {
  SERVICE_TOKEN: serviceToken,
  TIPS_RESTAURANT_HOUR_LIMIT: '1000000000',
  TIPS_SOURCE_HOUR_LIMIT: '1000000000',
}
export const adminToken = 'a-token-of-the-operator-of-this-drill'

/** Headers of a page of the portal, with the session token that `openSession` of fixtures/users.ts returns. */
export function pageHeaders(session?: string): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    'x-requested-with': 'portal',
    // A portal with https uses the second name.
    ...(session && { cookie: `session=${session}; __Host-session=${session}` }),
  }
}

export type DrillPortal = Awaited<ReturnType<typeof startPortal>>

type PortalOptions = {
  /** Settings in addition to the ones that every drill has. */
  env?: Record<string, string>
  /** A command that starts the process; the path and the arguments of Node follow. */
  wrap?: readonly string[]
  /** A free one by default. */
  port?: number
  /** Another portal whose folder and database this portal shares. By default it has its own. */
  beside?: { folder: string; url: string; database: pg.Pool }
}

/** Starts a PostgreSQL in a folder that is deleted with it. `database` is a pool of connections to it. */
export async function startDatabase(running: Running) {
  const folder = await temporaryFolder(running, 'drill')
  const { url } = running.started(await startEmbedded(join(folder, 'postgres')))
  const database = new pg.Pool({ connectionString: url, max: 4 })
  database.on('error', () => {})
  running.started({ stop: () => database.end() })
  return { folder, url, database }
}

/**
 * Starts the whole portal as one process, with the demo users and a PostgreSQL that survives when the process is
 * killed. Requires a built portal.
 */
export async function startPortal(running: Running, { env = {}, wrap = [], port: given, beside }: PortalOptions = {}) {
  const { folder, url, database } = beside ?? (await startDatabase(running))
  const port = given ?? (await freePort())
  const portal = portalProgram(
    {
      PORT: String(port),
      PORTAL_DATA: join(folder, 'data'),
      DATABASE_URL: url,
      ...serviceSettings,
      ADMIN_TOKEN: `drill:${adminToken}`,
      ...env,
    },
    wrap,
  )
  await portal.start()
  running.started({ stop: () => portal.end('SIGTERM') })
  return { origin: `http://127.0.0.1:${port}`, port, folder, url, database, ...portal }
}
