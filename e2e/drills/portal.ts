import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@portal/api/db/embedded'
import pg from 'pg'
import { freePort, untilReady } from '../fixtures/portal-process.ts'
import type { Drill } from './run-drill.ts'

const repository = join(import.meta.dirname, '../..')

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
  const [command = process.execPath, ...args] = [...wrap, process.execPath, 'shell/server/start.ts']
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(command, args, {
      cwd: repository,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        PORTAL_DATA: join(folder, 'data'),
        DATABASE_URL: cluster.url,
        SERVICE_TOKEN: serviceToken,
        DEMO_TIPS: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await untilReady(child)
  }

  /** Returns the exit code; null when a signal ended it. */
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.removeAllListeners('exit')
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  await start()
  started({ stop: () => end('SIGTERM') })
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    folder,
    database,
    start,
    end,
    /** False once the process has ended by itself. */
    isRunning: () => child?.exitCode === null && child.signalCode === null,
    pid: () => child?.pid,
  }
}
