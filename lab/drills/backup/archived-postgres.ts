import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runToEnd } from '@portal/command/program'
import { password, startPostgres } from '../../../e2e/replicas/postgres.ts'
import { unprivileged } from '../../../e2e/replicas/unprivileged.ts'
import { documented } from '../cluster/documented.ts'

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

/**
 * Starts a PostgreSQL with the archive and the backups of docs/deploy/database, whose repository is a folder of this
 * machine instead of a bucket. `bin` has PostgreSQL's programs. The unprivileged user must be able to reach `folder`.
 */
export async function startArchivedPostgres(running: Running, { bin, folder }: { bin: string; folder: string }) {
  const data = join(folder, 'postgres')
  const repository = await makeFolder(join(folder, 'repository'))
  const logs = await makeFolder(join(folder, 'pgbackrest'))
  const port = await freePort()
  const configuration = join(folder, 'pgbackrest.conf')
  await writeFile(
    configuration,
    await documented('database/pgbackrest.conf', [
      ['/var/lib/postgresql/15/portal', data],
      ['/var/run/postgresql', data],
    ]),
  )
  /** The environment of pgBackRest, and of a PostgreSQL that archives. */
  const env = {
    PATH: process.env.PATH,
    PGPASSWORD: password,
    PGBACKREST_CONFIG: configuration,
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOG_PATH: logs,
    PGBACKREST_LOCK_PATH: logs,
    PGBACKREST_SPOOL_PATH: logs,
  }
  const archive = await documented('database/archive.conf', [])
  const settings = Object.fromEntries(
    [...archive.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const postgres = await startPostgres(bin, folder, port, {
    env,
    settings: { ...settings, unix_socket_directories: data },
  })
  running.started(postgres)

  /** Runs pgBackRest for the documented stanza. @throws Error with its output */
  const pgbackrest = (...args: string[]) =>
    runToEnd('pgbackrest', ['--stanza=portal', ...args], { ...unprivileged, cwd: folder, env })
  await pgbackrest('stanza-create')
  await pgbackrest('check')

  return {
    url: postgres.url,
    applicationUrl: postgres.applicationUrl,
    repository,
    env,
    pgbackrest,
    /** The machine is lost with its disk: nothing is flushed, and nothing is left. */
    async destroy(): Promise<void> {
      await postgres.end('SIGKILL')
      // Its processes notice a moment later that the first one is dead.
      await rm(data, { recursive: true, maxRetries: 20, retryDelay: 100 })
    },
    /** Restores the database to a new disk, as docs/backup.md describes. */
    async restore(): Promise<void> {
      await makeFolder(data)
      await pgbackrest('restore')
      await postgres.start()
    },
  }
}

/** Makes a folder of the unprivileged user, and returns its path. */
export async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 })
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  return path
}
