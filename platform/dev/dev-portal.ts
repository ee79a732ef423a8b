import proxy from '@fastify/http-proxy'
import serveFolder from '@fastify/static'
import { CommandError, say } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import type { FastifyInstance } from 'fastify'
import { readBuild } from '../bundler/build-release.ts'
import { releaseBase, type ShellRelease } from '../bundler/release.ts'
import { createDevelopmentPortal } from '../server/development-portal.ts'
import { isFreePort } from '../start/free-port.ts'
import { seconds, step } from '../start/progress.ts'
import type { DeployedRemotes } from './deployed-portal.ts'
import { type DevServer, devRemoteRelease, devShellRelease, startDevServer } from './dev-server.ts'

/** Returns `http://localhost:3000`. Cookies ignore ports, so a second portal has another host name of this machine. */
export function originAt(port: number): string {
  return `http://${port === 3000 ? 'localhost' : '127.0.0.1'}:${port}`
}

/** Returns the port of the portal. @throws CommandError when it is in use, with `command` for another port */
export async function devPort(command: string): Promise<number> {
  const port = Number(process.env.PORT || 3000)
  if (!(await isFreePort(port)))
    throw new CommandError(`Port ${port} is taken. ${await suggestAnotherPort(port, command)}`)
  return port
}

export async function suggestAnotherPort(taken: number, command: string): Promise<string> {
  let port = taken + 1
  while (!(await isFreePort(port))) port += 1
  return `To run beside another portal, with data of its own:\n  PORT=${port} PORTAL_DATA=.data/dev ${command}`
}

/** A part that was started for development. */
export type Running = { stop(): Promise<unknown> }

export type DevPortal = {
  port: number
  /** Remotes that run from their sources, in addition to the shell. */
  local: readonly string[]
  released?: DeployedRemotes
  apiUrl: string
  /** Resolves when the API is ready. Undefined if it already runs. */
  apiReady?: Promise<void>
  /** The folder of a shell that was built for development (sdk/write-shell.ts). Without it the shell is built here. */
  shellFolder?: string
  /** The address that is printed signs a demo user in, and goes on to the first page. */
  signInPath?: string
}

/** Starts the shell and some remotes from their sources with Fast Refresh, at one address. */
export async function startDevPortal({ port, local, released, apiUrl, ...rest }: DevPortal): Promise<Running> {
  const { apiReady, shellFolder, signInPath } = rest
  const names = shellFolder ? local : ['shell', ...local]
  const ports = await freePorts(names.length)
  const bundles = await Promise.all(
    names.map((name, index) => step(`${name} is built`, startDevServer(name, Number(ports[index])))),
  )
  const localRemotes = await Promise.all(local.map(async (name) => ({ name, current: await devRemoteRelease(name) })))
  const published = {
    sequence: 0,
    shell: shellFolder ? readBuild<ShellRelease>(shellFolder) : await devShellRelease(),
    remotes: [...localRemotes, ...(released?.remotes ?? [])],
  }
  const allBundles = [...bundles, ...(released?.bundles ?? [])]
  const portal = await createDevelopmentPortal({
    apiUrl,
    published,
    async serveBundles(app) {
      for (const bundle of allBundles) await proxyBundle(app, bundle)
      const prefix = releaseBase(published.shell)
      if (shellFolder) await app.register(serveFolder, { root: shellFolder, prefix, decorateReply: false })
    },
  })
  await portal.listen({ port, host: 'localhost' })
  await apiReady
  // If only one remote is served, it may have no page at `/`.
  const paths = published.remotes.flatMap(({ current }) => current.manifest.paths)
  const home = paths.includes('/') ? '/' : (paths[0] ?? '/')
  const address = originAt(port) + (signInPath ? `${signInPath}?back=${home}` : home)
  say(`${seconds()}  Ready\n\nЧаевые: ${address}\nStop with Ctrl+C.\n`)
  return { stop: () => Promise.all([portal.close(), ...bundles.map((bundle) => bundle.stop())]) }
}

/** A development server of one package, and its path in the page. */
type DevBundle = Pick<DevServer, 'url' | 'prefix'>

/** Proxies the development servers at one address, including the socket of their updates. */
async function proxyBundle(app: FastifyInstance, { url, prefix }: DevBundle): Promise<void> {
  await app.register(proxy, { upstream: url, prefix, rewritePrefix: prefix, websocket: true })
}
