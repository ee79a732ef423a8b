import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import proxy from '@fastify/http-proxy'
import { DataInUse } from '@portal/api/db/embedded/orphan'
import { openDatabase } from '@portal/api/db/open-database'
import { CommandError, say } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import type { FastifyInstance } from 'fastify'
import { repository } from '../bundler/paths.ts'
import { isReady } from '../server/api/api-checks.ts'
import { createDevelopmentPortal } from '../server/development-portal.ts'
import { isFreePort } from '../start/free-port.ts'
import { seconds, step } from '../start/progress.ts'
import type { DeployedRemotes } from './deployed-portal.ts'
import { type DevServer, devRemoteRelease, devShellRelease, startDevServer } from './dev-server.ts'

const READY_INTERVAL_MS = 50

/** Returns `http://localhost:3000`. Cookies ignore ports, so a second portal has another host name of this machine. */
function originAt(port: number): string {
  return `http://${port === 3000 ? 'localhost' : '127.0.0.1'}:${port}`
}

/** Returns the port of the portal. @throws CommandError when it is in use, with `command` for another port */
export async function devPort(command: string): Promise<number> {
  const port = Number(process.env.PORT || 3000)
  if (!(await isFreePort(port)))
    throw new CommandError(`Port ${port} is taken. ${await suggestAnotherPort(port, command)}`)
  return port
}

async function suggestAnotherPort(taken: number, command: string): Promise<string> {
  let port = taken + 1
  while (!(await isFreePort(port))) port += 1
  return `To run beside another portal, with data of its own:\n  PORT=${port} PORTAL_DATA=.data/dev ${command}`
}

/** A part that was started for development. */
type Running = { stop(): Promise<unknown> }

export type DevPortal = {
  port: number
  /** Remotes that run from their sources, in addition to the shell. */
  local: readonly string[]
  released?: DeployedRemotes
  apiUrl: string
  /** Resolves when an API that starts at the same time has started. */
  apiStarts?: Promise<void>
}

/** Starts the shell and some remotes from their sources with Fast Refresh, at one address. */
export async function startDevPortal({ port, local, released, apiUrl, apiStarts }: DevPortal): Promise<Running> {
  const names = ['shell', ...local]
  const ports = await freePorts(names.length)
  const bundles = await Promise.all(
    names.map((name, index) => step(`${name} is built`, startDevServer(name, Number(ports[index])))),
  )
  const localRemotes = await Promise.all(local.map(async (name) => ({ name, current: await devRemoteRelease(name) })))
  const published = {
    sequence: 0,
    shell: await devShellRelease(),
    remotes: [...localRemotes, ...(released?.remotes ?? [])],
  }
  const allBundles = [...bundles, ...(released?.bundles ?? [])]
  const portal = await createDevelopmentPortal({
    apiUrl,
    published,
    async serveBundles(app) {
      for (const bundle of allBundles) await proxyBundle(app, bundle)
    },
  })
  await portal.listen({ port, host: 'localhost' })
  await apiStarts
  // If only one remote is served, it may have no page at `/`.
  const paths = published.remotes.flatMap(({ current }) => current.manifest.paths)
  const home = paths.includes('/') ? '/' : (paths[0] ?? '/')
  say(`${seconds()}  Ready\n\nЧаевые: ${originAt(port)}${home}\nStop with Ctrl+C.\n`)
  return { stop: () => Promise.all([portal.close(), ...bundles.map((bundle) => bundle.stop())]) }
}

/** A development server of one package, and its path in the page. */
type DevBundle = Pick<DevServer, 'url' | 'prefix'>

/** Proxies the development servers at one address, including the socket of their updates. */
async function proxyBundle(app: FastifyInstance, { url, prefix }: DevBundle): Promise<void> {
  await app.register(proxy, { upstream: url, prefix, rewritePrefix: prefix, websocket: true })
}

type DevApi = Running & { url: string; starts: Promise<void> }

/** Starts the API from its sources with its database, and restarts it on each change. Errors show `command`. */
export async function startDevApi(portalPort: number, command: string): Promise<DevApi> {
  const database = await step('The database is up', openDevDatabase(portalPort, command))
  const [port] = await freePorts(1)
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(repository, 'api/src/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      PORTAL_ORIGIN: originAt(portalPort),
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    },
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    starts: step('The API is up', whenReady(url)),
    async stop() {
      const exited = new Promise((resolve) => api.once('exit', resolve))
      api.kill()
      await exited
      await database.stop()
    },
  }
}

/**
 * Waits without a limit, because an API that ends with an error starts again when its sources are fixed. The wait does
 * not keep a process alive that has stopped its parts.
 */
async function whenReady(url: string): Promise<void> {
  while (!(await isReady(url))) await delay(READY_INTERVAL_MS, undefined, { ref: false })
}

async function openDevDatabase(portalPort: number, command: string) {
  try {
    const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationDatabaseUrl, PORTAL_DATA } = process.env
    const settings = { databaseUrl, migrationDatabaseUrl, demo: true }
    return await openDatabase(settings, PORTAL_DATA || join(repository, '.data'))
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error
    throw new CommandError(`${error.message}. ${await suggestAnotherPort(portalPort, command)}`)
  }
}
