import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { requireApplicationRole } from '@portal/api/db/application-role'
import { connect } from '@portal/api/db/connect'
import { withClient } from '@portal/api/db/connect-client'
import { requireMigrated } from '@portal/api/db/migrate'
import { anna } from '@portal/api/demo/demo-users'
import { readArchiveAge } from '@portal/api/portal/metrics/archive-age'
import { isUnencrypted } from '@portal/api/settings/production-settings'
import { type Check, Note } from './check.ts'

/** As of the alert ArchiveLate. */
const MAX_ARCHIVE_AGE_SECONDS = 60
/** Timers make a backup each day. */
const MAX_BACKUP_AGE_MS = 2 * 24 * 60 * 60 * 1000

const common = { names: /DATABASE/, after: 'Database' } as const

const database: Check = {
  subject: 'Database',
  names: /DATABASE/,
  mend: 'docs/postgresql.md#roles-and-database',
  async examine({ env: { DATABASE_URL: url = '' } }) {
    const { version, number, encoding } = await withClient(url, async (client) => {
      const { rows } = await client.query(`
        select split_part(current_setting('server_version'), ' ', 1) as version,
          current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding`)
      return rows[0]
    })
    if (number < 150_000) throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`)
    if (encoding !== 'UTF8') throw new Error(`the encoding of the database is ${encoding} instead of UTF8`)
    if (isUnencrypted(url)) throw new Note('the connection is not encrypted: add sslmode=verify-full to DATABASE_URL')
    return `PostgreSQL ${version}`
  },
}

const role: Check = {
  ...common,
  subject: 'Role',
  async examine({ env: { DATABASE_URL: url = '' } }) {
    await requireApplicationRole(url)
    return 'the role of DATABASE_URL owns nothing'
  },
}

const migrations: Check = {
  ...common,
  subject: 'Migrations',
  async examine({ env: { DATABASE_URL: url = '' } }) {
    await requireMigrated(url)
    return 'the tables are of this version'
  },
}

const users: Check = {
  ...common,
  subject: 'Users',
  mend: 'take an empty database; with containers `docker compose down --volumes`',
  async examine({ env: { DATABASE_URL: url = '' } }) {
    const { rows } = await withClient(url, async (client) => {
      // Without tables there are no users yet.
      const { rows } = await client.query(`select to_regclass('public.user_account') as name`)
      return rows[0].name ? await client.query('select from user_account where id = $1', [anna.id]) : { rows: [] }
    })
    if (rows.length > 0) throw new Error('the database has the users of the demo, whose password is public')
    return 'the database has no user of the demo'
  },
}

const backup: Check = {
  ...common,
  subject: 'Backup',
  mend: 'docs/backup.md#set-up',
  async examine({ env: { DATABASE_URL: url = '' } }) {
    await withClient(url, async () => {})
    const { db, close } = connect(url)
    const age = await readArchiveAge(db).finally(close)
    if (age === undefined) throw new Note('the database archives nothing: with its disk all money of users is lost')
    if (age > MAX_ARCHIVE_AGE_SECONDS) throw new Error(`changes wait for ${Math.round(age)} s to be archived`)
    return `changes are archived; ${await describeBackups()}`
  },
}

/** @throws Error when pgBackRest of this machine has no backup, or only an old one */
async function describeBackups(): Promise<string> {
  const { stdout } = await promisify(execFile)('pgbackrest', ['--stanza=portal', '--output=json', 'info']).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT') throw new Note('changes are archived; `pgbackrest info` is on the machine of the database')
      // The first line only repeats the command.
      throw new Error(message.trim().split('\n').at(-1))
    },
  )
  const stanzas: { backup: { timestamp: { stop: number } }[] }[] = JSON.parse(stdout)
  const newest = Math.max(0, ...stanzas.flatMap(({ backup }) => backup.map(({ timestamp }) => timestamp.stop))) * 1000
  const text = newest === 0 ? 'there is no backup' : `the newest backup is of ${new Date(newest).toISOString()}`
  if (Date.now() - newest > MAX_BACKUP_AGE_MS) throw new Error(text)
  return text
}

export const databaseChecks: readonly Check[] = [database, role, migrations, users, backup]
