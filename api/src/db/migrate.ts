import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './connect-client.ts'

const migrationsFolder = new URL('../../migrations/', import.meta.url)
/** An arbitrary number for a lock that no other code uses. Replicas that start together migrate one after another. */
const LOCK_ID = 7_300_415_128
const LOCK_INTERVAL_MS = 100

type Migration = { name: string; sql: string; checksum: string; isConcurrent: boolean; isAfterDeployment: boolean }

type Options = {
  folder?: URL
  /** The deployment is over: no API of an earlier version runs any more. */
  isDeployed?: boolean | undefined
}

/** A migration cannot be applied, or was changed after it had been applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * The statements of a migration with this line run one by one, outside of a transaction, as `create index concurrently`
 * requires. If one fails, the next attempt runs all of them, so each must be able to run twice. A statement ends with
 * its line.
 */
const concurrently = /^-- concurrently$/m

/**
 * A migration with this line removes something that the previous version still uses. It waits until no API of that
 * version runs. In a new database it is applied immediately.
 */
const afterDeployment = /^-- after deployment$/m

/**
 * The first file of a baseline has this line, with the SHA-256 of the names and checksums of all migrations that it and
 * the other files of its number replace (decision 0104).
 */
const replaces = /^-- replaces ([0-9a-f]{64})$/m

/** The names of the migrations that were applied, and of those that wait for the end of the deployment. */
export type Migrated = { applied: string[]; waiting: string[] }

/**
 * Applies the missing migrations, each in its own transaction. The role of `url` becomes the owner of all tables.
 * @throws MigrationError
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, isDeployed = false }: Options = {},
): Promise<Migrated> {
  const migrations = await readMigrations(folder)
  return await withClient(url, async (client) => {
    // The end of the session releases the lock.
    await lock(client)
    await client.query(`create table if not exists public.migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.migration',
    )
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    await skipBaseline(client, migrations, applied)
    requireUnchanged(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    const added = missing.filter(({ isAfterDeployment }) => !isAfterDeployment)
    // If a migration was missing, no API of this version has started yet, so the deployment cannot be over.
    const mayRemove = applied.size === 0 || (isDeployed && added.length === 0)
    const due = mayRemove ? missing : added
    for (const migration of due) await apply(client, migration)
    const waiting = missing.filter((migration) => !due.includes(migration))
    return { applied: due.map(({ name }) => name), waiting: waiting.map(({ name }) => name) }
  })
}

/**
 * Checks that no migration is missing, for an API whose migrations are run by a command.
 * @throws MigrationError that names the first missing one
 */
export async function requireMigrated(url: string, folder: URL = migrationsFolder): Promise<void> {
  const required = (await readMigrations(folder)).filter(({ isAfterDeployment }) => !isAfterDeployment)
  const applied = await withClient(url, readAppliedNames)
  const [first, ...others] = required.map(({ name }) => name).filter((name) => !applied.has(name))
  if (!first) return
  const more = others.length > 0 ? ` and ${others.length} more migrations` : ''
  throw new MigrationError(
    `The database lacks ${first}${more}: run \`node api/src/migrate.ts\` with MIGRATION_DATABASE_URL, the URL of its owner`,
  )
}

async function readAppliedNames(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query("select to_regclass('public.migration') as name")
  if (!tables[0]?.name) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from public.migration')
  return new Set(rows.map(({ name }) => name))
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return {
        name,
        sql,
        checksum: sha256(sql),
        isConcurrent: concurrently.test(sql),
        isAfterDeployment: afterDeployment.test(sql),
      }
    }),
  )
}

/** Records the baseline as applied in a database that has all migrations which the baseline replaces. */
async function skipBaseline(client: pg.Client, migrations: Migration[], applied: Map<string, string>): Promise<void> {
  const [first] = migrations
  const expected = replaces.exec(first?.sql ?? '')?.[1]
  if (!first || !expected) return
  const replaced = [...applied].filter(([name]) => name < first.name)
  if (replaced.length === 0) return
  if (!applied.has(first.name)) {
    const lines = replaced.map(([name, checksum]) => `${name} ${checksum}`)
    if (sha256(lines.sort().join('\n')) !== expected) {
      throw new MigrationError(
        `The database lacks some of the migrations that ${first.name} replaces, or has them with other content. First ` +
          'migrate it with commit 231244f8, which names them: `node api/src/migrate.ts`, and the same with `--after-deployment`',
      )
    }
    const baseline = migrations.filter(({ name }) => name.slice(0, 4) === first.name.slice(0, 4))
    // One statement, so that all files of the baseline are recorded or none.
    await client.query('insert into public.migration (name, checksum) select * from unnest($1::text[], $2::text[])', [
      baseline.map(({ name }) => name),
      baseline.map(({ checksum }) => checksum),
    ])
    for (const { name, checksum } of baseline) applied.set(name, checksum)
  }
  for (const [name] of replaced) applied.delete(name)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function requireUnchanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const newest = [...applied.keys()].sort().at(-1) ?? ''
  const newestKnown = migrations.at(-1)?.name ?? ''
  for (const [name, checksum] of applied) {
    // A newer version has applied it. This version was restarted during the rollout or after a rollback.
    if (name > newestKnown) continue
    if (!known.has(name))
      throw new MigrationError(`The database has migration ${name}, which this version does not have`)
    if (known.get(name) !== checksum) throw new MigrationError(`Migration ${name} was changed after it was applied`)
  }
  const late = migrations.find((one) => !one.isAfterDeployment && !applied.has(one.name) && one.name < newest)
  if (late) throw new MigrationError(`Migration ${late.name} comes before ${newest}, which is already applied`)
}

/**
 * Waits for the lock by trying again and again. A statement that waits would hold a snapshot, and `create index
 * concurrently` in the other process would wait for its end forever.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_ID])
    if (rows[0]?.taken) return
    await delay(LOCK_INTERVAL_MS)
  }
}

async function apply(client: pg.Client, { name, sql, checksum, isConcurrent }: Migration): Promise<void> {
  try {
    if (isConcurrent) for (const statement of sql.split(/;\n/)) await client.query(statement)
    await client.query('begin')
    if (!isConcurrent) await client.query(sql)
    await client.query('insert into public.migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
