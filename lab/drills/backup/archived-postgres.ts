import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runToEnd } from '@portal/command/program'
import { password, startPostgres, unprivileged } from '../../../e2e/replicas/postgres.ts'
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
  await writeConfiguration(configuration, data)
  const env = pgbackrestEnvironment({ configuration, repository, logs, port })
  const settings = { ...(await archiveSettings()), unix_socket_directories: data }
  const postgres = await startPostgres(bin, folder, port, { env, settings })
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

/** Writes the documented configuration of pgBackRest for a database in the folder `data`. */
async function writeConfiguration(path: string, data: string): Promise<void> {
  const text = await documented('database/pgbackrest.conf', [
    ['/var/lib/postgresql/15/portal', data],
    ['/var/run/postgresql', data],
  ])
  await writeFile(path, text)
}

type Pgbackrest = { configuration: string; repository: string; logs: string; port: number }

/** Returns the environment of pgBackRest, and of a PostgreSQL that archives. */
function pgbackrestEnvironment({ configuration, repository, logs, port }: Pgbackrest) {
  return {
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
}

/** Returns the documented settings of a PostgreSQL that archives: `archive_mode = on` → `{ archive_mode: 'on' }`. */
async function archiveSettings(): Promise<Record<string, string>> {
  const text = await documented('database/archive.conf', [])
  const settings = text.matchAll(/^(\w+) = '?(.*?)'?$/gm)
  return Object.fromEntries([...settings].map(([, name = '', value = '']) => [name, value]))
}

/** Makes a folder of the unprivileged user, and returns its path. */
export async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 })
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  return path
}
