import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedError, findBinaries } from './embedded/binaries.ts'
import { chooseAddress, prepareCluster } from './embedded/cluster.ts'
import { ended, hasEnded, lastError, launch } from './embedded/launch.ts'
import { stopOrphan } from './embedded/orphan.ts'
import { giveTo, unprivileged } from './embedded/unprivileged.ts'

export type EmbeddedPostgres = {
  /** The URL of the owner, for `migrate` and `connect`. */
  url: string
  stop(): Promise<void>
}

const defaults = { timezone: 'UTC', log_timezone: 'UTC', log_min_messages: 'warning' }

/**
 * Starts the installed PostgreSQL with its data in `folder`, which is created if missing, and restarts it if it dies.
 * Committed data survives `kill -9` and power cuts. `settings` are settings of postgresql.conf.
 * @throws EmbeddedError
 */
export async function startEmbedded(folder: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  const user = unprivileged()
  const cluster = await prepareCluster(resolve(folder), binaries, user)
  const supervisorFile = join(folder, 'supervisor.pid')
  await stopOrphan(cluster.data, supervisorFile)
  await writeFile(supervisorFile, `${process.pid}\n`)
  await giveTo(user.owner, cluster.root)
  const { args, url } = await chooseAddress(cluster)
  // For developers: psql "$(cat .data/postgres/url)".
  await writeFile(join(folder, 'url'), url, { mode: 0o600 })

  const configuration = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const start = async (): Promise<ChildProcess> => {
    const server = await launch(user, binaries.postgres, ['-D', cluster.data, ...args, ...configuration], cluster.log)
    await untilReady(server, url, cluster.log)
    return server
  }
  return { url, stop: await supervise(start) }
}

/** The delay before a dead server is restarted. It grows with each restart, until the server has run for `stable`. */
const RESTART_MS = { first: 200, last: 5_000, stable: 10_000 }

/** Starts the server, and restarts it after it died; returns a function that stops it. */
async function supervise(start: () => Promise<ChildProcess>): Promise<() => Promise<void>> {
  let server = await start()
  const stopping = new AbortController()

  const watch = async (): Promise<void> => {
    for (let delayMs = RESTART_MS.first; !stopping.signal.aborted; delayMs = Math.min(2 * delayMs, RESTART_MS.last)) {
      const startedAt = performance.now()
      await ended(server)
      if (performance.now() - startedAt > RESTART_MS.stable) delayMs = RESTART_MS.first
      // Processes of the dead server hold its shared memory for a moment, and a full disk may get space.
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      server = await start().catch(() => server)
    }
  }
  const watched = watch()

  return async () => {
    stopping.abort()
    await stop(server)
    await watched
    await stop(server)
  }
}

/** Crash recovery after a power cut may take a while; a server that cannot start ends by itself. */
async function untilReady(server: ChildProcess, url: string, log: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && !hasEnded(server); await delay(30)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      // The server does not accept connections yet.
    } finally {
      await client.end().catch(() => {})
    }
  }
  await stop(server)
  throw new EmbeddedError(`PostgreSQL cannot start: ${await lastError(log)} (see ${log})`)
}

async function stop(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  server.kill('SIGINT')
  const forced = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await ended(server)
  clearTimeout(forced)
}
