import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '@portal/api/db/open-database'
import { devRemoteRelease, devShellRelease, startDevServer } from '@portal/shared/build/dev-server'
import { repository } from '@portal/shared/build/paths'
import type { LiveRemote } from '@portal/shared/release/live'
import { homeOf } from './home-of.ts'
import { createPortalServer } from './portal-server.ts'
import type { DevBundle } from './proxy-bundle.ts'
import { say, seconds, step } from './start/progress.ts'

/** Something that was started for development. */
type Running = { stop(): Promise<unknown> }

export type DevPortal = {
  port: number
  /** Remotes that run from their sources, beside the shell. */
  local: readonly string[]
  /** Remotes as they are released elsewhere, and where their files are. */
  released?: { remotes: readonly LiveRemote[]; bundles: readonly DevBundle[] }
  apiUrl: string
}

/** The shell and some remotes from their sources with Fast Refresh, at one address. */
export async function startDevPortal({ port, local, released, apiUrl }: DevPortal): Promise<Running> {
  const bundles = await Promise.all(
    ['shell', ...local].map((name, index) => step(`${name} is built`, startDevServer(name, port + 101 + index))),
  )
  const own = await Promise.all(local.map(async (name) => ({ name, current: await devRemoteRelease(name) })))
  const published = {
    sequence: 0,
    shell: await devShellRelease(),
    remotes: [...own, ...(released?.remotes ?? [])],
  }
  const portal = await createPortalServer({
    apiUrl,
    development: { published, bundles: [...bundles, ...(released?.bundles ?? [])] },
  })
  await portal.listen({ port, host: 'localhost' })
  const home = homeOf(published.remotes.map(({ current }) => current.manifest))
  say(`${seconds()}  Ready\n\nЧаевые: http://localhost:${port}${home}\nStop with Ctrl+C.\n`)
  return { stop: () => Promise.all([portal.close(), ...bundles.map((bundle) => bundle.stop())]) }
}

/** The API from its sources, restarted on each change, with its database. Its address goes by the portal's port. */
export async function startDevApi(portalPort: number): Promise<Running & { url: string }> {
  const port = portalPort + 100
  const database = await step(
    'The database is up',
    openDatabase(process.env.DATABASE_URL, process.env.PORTAL_DATA || join(repository, '.data')),
  )
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(repository, 'api/src/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      PORTAL_ORIGIN: `http://localhost:${portalPort}`,
      DATABASE_URL: database.url,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    },
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((resolve) => api.once('exit', resolve))
      api.kill()
      await gone
      await database.stop()
    },
  }
}

/**
 * Ends everything that was started, the last first, when the process is told to end or something does not start: the API and
 * its database are processes of their own, which would outlive this one.
 */
export async function runTogether(start: (started: <T extends Running>(part: T) => T) => Promise<void>): Promise<void> {
  const running: Running[] = []
  async function stop(exitCode: number): Promise<void> {
    for (const one of running.splice(0).reverse()) await one.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(0))
  try {
    await start((part) => {
      running.push(part)
      return part
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    await stop(1)
  }
}
