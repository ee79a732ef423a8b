import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, EmbeddedError, findBinaries } from './embedded/binaries.ts'
import { stopOrphan } from './embedded/orphan.ts'
import { giveTo, type Unprivileged, unprivileged } from './embedded/unprivileged.ts'

export type EmbeddedPostgres = {
  /** Of the owner of everything: for `migrate` and `connect`. */
  url: string
  stop(): Promise<void>
}

type Cluster = { data: string; socket: string; log: string; password: string }

/**
 * Starts the PostgreSQL that came with the dependencies on `folder`, which is made on the first start. Whatever was
 * committed lives through `kill -9` and power cuts. `settings` go to postgresql.conf's place. @throws EmbeddedError
 */
export async function startEmbedded(folder: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  const user = unprivileged()
  const cluster = await prepareCluster(resolve(folder), binaries, user)
  const supervisorFile = join(folder, 'supervisor.pid')
  await stopOrphan(cluster.data, supervisorFile)
  await writeFile(supervisorFile, `${process.pid}\n`)
  await giveTo(user.owner, join(folder, 'cluster'))

  const address = await chooseAddress(cluster.socket)
  const server = await run(
    user,
    binaries.postgres,
    ['-D', cluster.data, ...address.args, ...asArguments(settings)],
    cluster.log,
  )
  const url = `postgres://postgres:${cluster.password}@127.0.0.1:${address.port}/postgres${address.query}`
  try {
    await untilReady(url, server, cluster.log)
  } catch (error) {
    await stop(server)
    throw error
  }
  // For whoever wants to look inside: psql "$(cat .data/postgres/url)".
  await writeFile(join(folder, 'url'), url, { mode: 0o600 })
  return { url, stop: () => stop(server) }
}

/** Everything appears under its name at once: a start that was killed halfway leaves nothing behind that looks whole. */
async function prepareCluster(folder: string, binaries: Binaries, user: Unprivileged): Promise<Cluster> {
  const root = join(folder, 'cluster')
  const cluster = { data: join(root, 'data'), socket: join(root, 'socket'), log: join(root, 'postgres.log') }
  if (!(await stat(cluster.data).catch(() => null))) {
    await mkdir(folder, { recursive: true })
    await removeUnfinished(folder)
    const temporary = await mkdtemp(join(folder, 'new-'))
    await initialise(temporary, binaries, user)
    await rename(temporary, root)
  }
  return { ...cluster, password: await readFile(join(root, 'password'), 'utf8') }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('new-')) await rm(join(folder, name), { recursive: true })
  }
}

async function initialise(folder: string, binaries: Binaries, user: Unprivileged): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await mkdir(join(folder, 'socket'), { mode: 0o700 })
  await giveTo(user.owner, folder)
  const log = join(folder, 'initdb.log')
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', join(folder, 'data'), '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const initdb = await run(user, binaries.initdb, [...args, ...locale], log)
  if (initdb.exitCode === null) await once(initdb, 'exit')
  if (initdb.exitCode !== 0) throw new EmbeddedError(`the database cannot be created: ${await lastError(log)}`)
}

/** A socket in the cluster's closed folder where its path is short enough for the system, else TCP on loopback. */
async function chooseAddress(socket: string): Promise<{ args: string[]; port: number; query: string }> {
  const common = ['-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'log_min_messages=warning']
  if (Buffer.byteLength(join(socket, '.s.PGSQL.5432')) <= 103) {
    const args = ['-k', socket, '-c', 'listen_addresses=', ...common]
    return { args, port: 5432, query: `?host=${encodeURIComponent(socket)}` }
  }
  const port = await freePort()
  return { args: ['-k', '', '-c', 'listen_addresses=127.0.0.1', '-p', String(port), ...common], port, query: '' }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new EmbeddedError('no free port')
  return address.port
}

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function run(user: Unprivileged, command: string, args: string[], logFile: string): Promise<ChildProcess> {
  const wrapped = user.wrap(command, args)
  const log = await open(logFile, 'w')
  try {
    // A session of its own: Ctrl+C in the terminal is for the portal, which stops PostgreSQL last.
    const child = spawn(wrapped.command, wrapped.args, {
      ...wrapped.identity,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    })
    await once(child, 'spawn')
    return child
  } catch (cause) {
    throw new EmbeddedError(`PostgreSQL cannot start: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    await log.close()
  }
}

/** Crash recovery after a power cut may take a while; a server that cannot start ends by itself. */
async function untilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(30)) {
    if (server.exitCode !== null || server.signalCode !== null) break
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new EmbeddedError(`PostgreSQL cannot start: ${await lastError(log)} (see ${log})`)
}

async function lastError(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1)
  return telling?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'it says nothing'
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const forced = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(forced)
}
