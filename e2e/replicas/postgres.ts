import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProgram, runToEnd } from '@portal/command/program'
import pg from 'pg'

/** The password of a PostgreSQL that exists for this test only. */
export const password = 'a-password-of-this-test'

/** The user for programs that refuse to run as root. It owns nothing. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Starts the system's PostgreSQL on its own folder, with the roles and the database of docs/postgresql.md. `url` signs
 * in as the owner of the database, `applicationUrl` as the role of the APIs.
 */
export async function startPostgres(
  bin: string,
  folder: string,
  port: number,
  { env = {}, settings = {} }: { env?: NodeJS.ProcessEnv; settings?: Record<string, string> } = {},
) {
  const data = join(folder, 'postgres')
  const passwordFile = join(folder, 'postgres-password')
  await writeFile(passwordFile, password)
  await mkdir(data)
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) for (const path of [data, passwordFile]) await chown(path, uid, gid)

  const options = { ...unprivileged, cwd: folder, env: { LC_ALL: 'C', ...env } }
  const initArgs = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  await runToEnd(join(bin, 'initdb'), [...initArgs, '--locale=C.UTF-8'], options)
  const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', ...settings }
  const urlFor = (user: string, database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const administrator = urlFor('postgres', 'postgres')
  const postgres = createProgram({
    command: join(bin, 'postgres'),
    args: ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    options,
    isReady: async () => (await query(administrator, 'select where not pg_is_in_recovery()')).rowCount === 1,
  })
  await postgres.start()
  await createRoles(administrator)
  return {
    ...postgres,
    administrator,
    url: urlFor('portal', 'portal'),
    applicationUrl: urlFor('portal_api', 'portal'),
    stop: () => postgres.end('SIGINT'),
  }
}

/** Creates the roles and the database as docs/postgresql.md does. */
export async function createRoles(administrator: string): Promise<void> {
  await query(administrator, 'create role portal_app nologin')
  await query(administrator, `create role portal_api login password '${password}' in role portal_app`)
  await query(administrator, `create role portal login password '${password}'`)
  await query(administrator, 'grant portal_app to portal with admin option')
  await query(administrator, 'create database portal owner portal')
}

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  // A connection that ends fails the query, too.
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    await client.end()
  }
}
