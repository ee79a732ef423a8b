import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { createProgram, runToEnd } from '@portal/command/program'
import pg from 'pg'

export type RestoreOptions = {
  /** An existing folder with space for the database. If this process is root, the folder's owner runs PostgreSQL. */
  folder: string
  /** The folder of PostgreSQL's programs. */
  bin: string
  /** pgBackRest's name of the database. */
  stanza: string
  /** The moment to restore, `2026-11-23 18:00:00+03`. By default the last archived one. */
  to?: string | undefined
  /** The environment of pgBackRest, also when PostgreSQL runs it; by default that of this process. */
  env?: NodeJS.ProcessEnv
}

/**
 * Restores a database from its backup into a new folder, and starts it without archiving, for connections from this
 * machine only. The folder is removed when the command ends. `url` is for the superuser. `newestChange` is the time of
 * the newest transaction. @throws Error with the output of pgBackRest or PostgreSQL
 */
export async function restoreDatabase(
  running: Running,
  { folder, bin, stanza, to, env = process.env }: RestoreOptions,
) {
  const home = join(folder, 'portal-restore')
  const data = join(home, 'data')
  const { uid, gid } = await stat(folder)
  const owner = process.getuid?.() === 0 ? { uid, gid } : {}
  if (owner.uid === 0)
    throw new Error(`${folder} belongs to root, as whom PostgreSQL does not run: chown it to postgres`)
  // A check that was killed may have left the folder.
  await rm(home, { recursive: true, force: true })
  running.started({ stop: () => rm(home, { recursive: true, force: true }) })
  for (const path of [home, data]) await mkdir(path, { mode: 0o700 })
  // The configuration of the original machine may not be part of the backup, and its memory may not fit this machine.
  const configuration = {
    'postgresql.conf': postgresSettings(home),
    'pg_hba.conf': 'local all all trust\n',
    'pg_ident.conf': '',
  }
  for (const [name, text] of Object.entries(configuration)) await writeFile(join(home, name), text)
  if (owner.uid !== undefined) for (const path of [home, data]) await chown(path, uid, gid)

  const moment = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : []
  const options = { ...owner, cwd: home, env }
  await runToEnd(
    'pgbackrest',
    [`--stanza=${stanza}`, `--pg1-path=${data}`, '--archive-mode=off', ...moment, 'restore'],
    options,
  )
  const url = `postgres://postgres@/portal?host=${encodeURIComponent(home)}`
  const postgres = createProgram({
    command: join(bin, 'postgres'),
    args: ['-D', data, '-c', `config_file=${join(home, 'postgresql.conf')}`],
    options,
    isReady: async () => (await readOne(url, 'select not pg_is_in_recovery() as value')) === true,
  })
  running.started({ stop: async () => void (await postgres.end('SIGINT')) })
  await postgres.start()
  return { url, newestChange: (await readOne(url, 'select pg_last_xact_replay_timestamp() as value')) as Date | null }
}

function postgresSettings(home: string): string {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home,
    hba_file: join(home, 'pg_hba.conf'),
    ident_file: join(home, 'pg_ident.conf'),
    // A hot standby would need as many connections as the original machine.
    hot_standby: 'off',
    // The database is deleted afterwards, so it does not have to survive a crash.
    fsync: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
}

async function readOne(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  // A server that is still recovering closes the connection.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ value: unknown }>(query)
    return rows[0]?.value
  } finally {
    await client.end().catch(() => {})
  }
}
