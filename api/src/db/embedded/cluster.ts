import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@portal/command/free-ports'
import { type Binaries, EmbeddedError } from './binaries.ts'
import { ended, lastError, launch } from './launch.ts'
import { giveTo, type Unprivileged } from './unprivileged.ts'

/** A folder that holds everything of one PostgreSQL. */
export type Cluster = { root: string; data: string; socket: string; log: string; password: string }

/** Creates a cluster under a temporary name and renames it, so that a killed start leaves no incomplete cluster. */
export async function prepareCluster(folder: string, binaries: Binaries, user: Unprivileged): Promise<Cluster> {
  const root = join(folder, 'cluster')
  const cluster = { root, data: join(root, 'data'), socket: join(root, 'socket'), log: join(root, 'postgres.log') }
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
  const initdb = await launch(user, binaries.initdb, [...args, ...locale], log)
  await ended(initdb)
  if (initdb.exitCode !== 0) throw new EmbeddedError(`the database cannot be created: ${await lastError(log)}`)
}

/** Returns a socket in the cluster's folder if its path is short enough for the system, else TCP on loopback. */
export async function chooseAddress({ socket, password }: Cluster): Promise<{ args: string[]; url: string }> {
  const credentials = `postgres:${password}`
  if (Buffer.byteLength(join(socket, '.s.PGSQL.5432')) <= 103) {
    const url = `postgres://${credentials}@127.0.0.1:5432/postgres?host=${encodeURIComponent(socket)}`
    return { args: ['-k', socket, '-c', 'listen_addresses='], url }
  }
  const port = await freePort()
  const args = ['-k', '', '-c', 'listen_addresses=127.0.0.1', '-p', String(port)]
  return { args, url: `postgres://${credentials}@127.0.0.1:${port}/postgres` }
}
