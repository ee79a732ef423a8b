import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@portal/api/db/embedded'
import pg from 'pg'
import { freePort, portalProgram } from '../fixtures/portal-process.ts'
import type { Drill } from './run-drill.ts'

export const serviceToken = 'a-service-token-of-this-drill'

/** Headers of a page of the portal, with the session token that `openSession` of fixtures/people.ts returns. */
export function pageHeaders(session?: string): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    'x-requested-with': 'portal',
    ...(session && { cookie: `session=${session}` }),
  }
}

export type DrillPortal = Awaited<ReturnType<typeof startPortal>>

type PortalWish = {
  /** Settings of the process beside those of a drill. */
  env?: Record<string, string>
  /** How the process is started; default: with this Node. The arguments of Node follow. */
  wrap?: readonly string[]
}

/**
 * The whole portal as one process, with the demo's people and a PostgreSQL that lives when the process is killed.
 * `database`: a pool of the drill's own. The portal is built before.
 */
export async function startPortal({ started }: Parameters<Drill>[0], { env = {}, wrap = [] }: PortalWish = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
  started({ stop: () => rm(folder, { recursive: true }) })
  const cluster = started(await startEmbedded(join(folder, 'postgres')))
  const database = new pg.Pool({ connectionString: cluster.url, max: 4 })
  database.on('error', () => {})
  started({ stop: () => database.end() })
  const port = await freePort()
  const portal = portalProgram(
    {
      PORT: String(port),
      PORTAL_DATA: join(folder, 'data'),
      DATABASE_URL: cluster.url,
      SERVICE_TOKEN: serviceToken,
      ...env,
    },
    wrap,
  )
  await portal.start()
  started({ stop: () => portal.end('SIGTERM') })
  return { origin: `http://127.0.0.1:${port}`, port, folder, database, ...portal }
}
