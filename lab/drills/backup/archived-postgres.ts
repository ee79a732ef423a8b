import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { programOf, runToEnd } from '@portal/command/program'
import { createCertificate } from '../../../e2e/replicas/certificate.ts'
import { createRoles, password, query } from '../../../e2e/replicas/postgres.ts'
import { unprivileged } from '../../../e2e/replicas/unprivileged.ts'
import { documented } from '../cluster/documented.ts'
import { startObjectStore } from './object-store.ts'

type Options = {
  /** PostgreSQL's programs. */
  bin: string
  /** Has to be reached by the unprivileged user. */
  folder: string
}

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

/** Starts a PostgreSQL that archives to a bucket of this process, with the configuration of docs/deploy/database. */
export async function startArchivedPostgres(running: Running, { bin, folder }: Options) {
  const [home, logs] = [join(folder, 'postgres'), join(folder, 'pgbackrest')]
  const data = join(home, 'data')
  const { uid, gid } = unprivileged
  for (const path of [home, logs]) {
    await mkdir(path, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  }
  const port = await freePort()
  const store = await startObjectStore(running, {
    ...(await createCertificate(folder)),
    bucket: 'portal-backup',
    keyId: 'KEY-ID',
  })
  const configuration = join(folder, 'pgbackrest.conf')
  await writeFile(
    configuration,
    await documented('database/pgbackrest.conf', [
      ['storage.example', 'localhost'],
      ['/var/lib/postgresql/15/portal', data],
      ['/var/run/postgresql', home],
    ]),
  )
  await chmod(store.certificate, 0o644)
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    PGBACKREST_CONFIG: configuration,
    // What another machine has by default.
    PGBACKREST_REPO1_STORAGE_PORT: String(store.port),
    PGBACKREST_REPO1_STORAGE_CA_FILE: store.certificate,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOG_PATH: logs,
    PGBACKREST_LOCK_PATH: logs,
    PGBACKREST_SPOOL_PATH: logs,
  }
  const options = { ...unprivileged, cwd: home, env }
  const archiveFile = join(folder, 'archive.conf')
  await writeFile(archiveFile, await documented('database/archive.conf', []))
  const passwordFile = join(folder, 'postgres-password')
  await writeFile(passwordFile, password)
  await runToEnd(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '--auth-host=scram-sha-256', '--auth-local=trust', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'],
    ],
    options,
  )
  const settings = `include '${archiveFile}'\nlisten_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${home}'\n`
  await writeFile(join(data, 'postgresql.conf'), settings)
  const administrator = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const postgres = programOf({
    command: join(bin, 'postgres'),
    args: ['-D', data],
    options,
    isReady: async () => (await query(administrator, 'select pg_is_in_recovery() as is')).rows[0]?.is === false,
  })
  running.started({ stop: async () => void (await postgres.end('SIGQUIT')) })
  await postgres.start()
  await createRoles(administrator)

  /** Runs pgBackRest for the documented stanza. @throws Error with its output */
  const pgbackrest = (...args: string[]) => runToEnd('pgbackrest', ['--stanza=portal', ...args], options)
  await pgbackrest('stanza-create')
  await pgbackrest('check')

  return {
    url: `postgres://portal:${password}@127.0.0.1:${port}/portal`,
    applicationUrl: `postgres://portal_api:${password}@127.0.0.1:${port}/portal`,
    store,
    /** The environment of pgBackRest, and of a PostgreSQL that archives. */
    env,
    home,
    start: postgres.start,
    pgbackrest,
    /** The machine is lost with its disk: nothing is flushed, and nothing is left. */
    async destroy(): Promise<void> {
      await postgres.end('SIGKILL')
      // Its processes notice a moment later that the first one is dead.
      await rm(data, { recursive: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
