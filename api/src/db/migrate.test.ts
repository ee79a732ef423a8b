import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from './connect-client.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { createEmptyDatabase } from './testing/test-database.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, name), sql)
}

async function run(options: { isDeployed?: boolean } = {}): Promise<string[]> {
  return (await migrate(database.url, { ...options, folder: pathToFileURL(`${folder}/`) })).applied
}

async function rows(sql: string): Promise<unknown[]> {
  return (await withClient(database.url, (client) => client.query(sql))).rows
}

test('migrations are applied once each, in the order of their numbers', async () => {
  await write('0002_b.sql', 'alter table a add column x int')
  await write('0001_a.sql', 'create table a ()')
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql'])
  await write('0003_c.sql', 'insert into a (x) values (3)')
  expect(await run()).toEqual(['0003_c.sql'])
  expect(await run()).toEqual([])
  expect(await rows('select * from a')).toEqual([{ x: 3 }])
})

test('a failing migration is rolled back, and the migrations before it stay applied', async () => {
  await write('0001_a.sql', 'create table a ()')
  await write('0002_b.sql', 'create table b (); create table b ()')
  await expect(run()).rejects.toThrow('Migration 0002_b.sql failed: relation "b" already exists')
  expect(await rows("select tablename from pg_tables where tablename in ('a', 'b')")).toEqual([{ tablename: 'a' }])
  await write('0002_b.sql', 'create table b ()')
  expect(await run()).toEqual(['0002_b.sql'])
})

test('a change, a deletion and an earlier number of applied migrations are rejected', async () => {
  await write('0001_a.sql', 'create table a ()')
  await write('0003_c.sql', 'create table c ()')
  await run()
  await write('0002_b.sql', 'create table b ()')
  await expect(run()).rejects.toThrow('Migration 0002_b.sql comes before 0003_c.sql')
  await rm(join(folder, '0002_b.sql'))
  await write('0001_a.sql', 'create table a (x int)')
  await expect(run()).rejects.toThrow('Migration 0001_a.sql was changed after it was applied')
  await rm(join(folder, '0001_a.sql'))
  await expect(run()).rejects.toThrow('The database has migration 0001_a.sql, which this version does not have')
})

test('the previous version starts on a database that the next one has migrated', async () => {
  await write('0001_a.sql', 'create table a ()')
  await write('0002_b.sql', 'create table b ()')
  await run()
  await rm(join(folder, '0002_b.sql'))
  expect(await run()).toEqual([])
})

test('a migration whose statements run concurrently runs again from its start when one failed', async () => {
  await write('0001_a.sql', 'create table a (x int); insert into a values (1), (1)')
  await write(
    '0002_b.sql',
    '-- concurrently\ndrop index concurrently if exists b;\ncreate unique index concurrently b on a (x);\n',
  )
  await expect(run()).rejects.toThrow('Migration 0002_b.sql failed: could not create unique index "b"')
  await rows('delete from a')
  expect(await run()).toEqual(['0002_b.sql'])
  expect(await rows("select indisvalid from pg_index where indexrelid = 'b'::regclass")).toEqual([{ indisvalid: true }])
})

test('replicas that start together build an index concurrently once', async () => {
  await write('0001_a.sql', '-- concurrently\ncreate table a (x int);\ncreate index concurrently b on a (x);\n')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a.sql'])
})

test('replicas that start together apply each once', async () => {
  await write('0001_a.sql', 'create table a (); select pg_sleep(0.1)')
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a.sql'])
})

test('what the previous version uses is removed when the deployment is over, also after later migrations', async () => {
  await write('0001_a.sql', 'create table a (x int, y int)')
  await run()
  await write('0002_b.sql', '-- after deployment\nalter table a drop column x')
  await write('0003_c.sql', 'create table c ()')
  const folderUrl = pathToFileURL(`${folder}/`)
  // No API of this version has started yet, so the deployment cannot be over.
  expect(await migrate(database.url, { folder: folderUrl, isDeployed: true })).toEqual({
    applied: ['0003_c.sql'],
    waiting: ['0002_b.sql'],
  })
  await requireMigrated(database.url, folderUrl)
  expect(await run()).toEqual([])
  expect(await run({ isDeployed: true })).toEqual(['0002_b.sql'])
  expect(
    await rows("select attname from pg_attribute where attrelid = 'a'::regclass and attnum > 0 and not attisdropped"),
  ).toEqual([{ attname: 'y' }])
})

test('a new database has nothing that only earlier versions use', async () => {
  await write('0001_a.sql', 'create table a (x int, y int)')
  await write('0002_b.sql', '-- after deployment\n-- concurrently\nalter table a drop column x;\n')
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql'])
})

test('the lines that say how a migration is applied are spelled as the code reads them', async () => {
  const all = new URL('../../migrations/', import.meta.url)
  for (const name of await readdir(all)) {
    const lines = (await readFile(new URL(name, all), 'utf8')).split('\n')
    const saying = lines.filter((line) => /^\s*--\W*(concurrently|after\W*deployment)\W*$/i.test(line))
    expect(saying.filter((line) => !['-- concurrently', '-- after deployment'].includes(line))).toEqual([])
  }
})

test('every migration after the baseline has a number of its own, with four digits', async () => {
  const names = (await readdir(new URL('../../migrations/', import.meta.url))).sort()
  const numbers = names.filter((name) => !name.startsWith('0077')).map((name) => name.slice(0, 4))
  expect(numbers.filter((number) => !/^\d{4}$/.test(number) || number < '0078')).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

const replaced = { '0001_a.sql': 'create table a ()', '0002_b.sql': '-- after deployment\ncreate table b ()' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const replacedHash = sha256(
  Object.entries(replaced)
    .map(([name, sql]) => `${name} ${sha256(sql)}`)
    .join('\n'),
)
const withBaseline = {
  '0002p_a.sql': `-- replaces ${replacedHash}\ncreate table a ()`,
  '0002q_b.sql': 'create table b ()',
  '0003_c.sql': 'create table c ()',
}
const lacking =
  /^The database lacks some of the migrations that 0002p_a.sql replaces, or has them .* First migrate it with commit/

async function writeOnly(files: Record<string, string>): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (const [name, sql] of Object.entries(files)) await write(name, sql)
}

test.each([
  ['runs in a new database', [], Object.keys(withBaseline)],
  ['is skipped by a database that has all it replaces', Object.entries(replaced), ['0003_c.sql']],
  ['needs a database that has all it replaces', Object.entries(replaced).slice(0, 1), lacking],
  ['needs the content of what it replaces', [...Object.entries(replaced).slice(0, 1), ['0002_b.sql', '']], lacking],
])('a baseline %s', async (_, before, expected) => {
  await writeOnly(Object.fromEntries(before))
  await run()
  await writeOnly(withBaseline)
  if (expected instanceof RegExp) {
    await expect(run()).rejects.toThrow(expected)
    return
  }
  expect(await run()).toEqual(expected)
  await requireMigrated(database.url, pathToFileURL(`${folder}/`))
  expect(await run()).toEqual([])
  if (before.length === 0) return
  // The previous version restarts.
  await writeOnly(replaced)
  await requireMigrated(database.url, pathToFileURL(`${folder}/`))
  expect(await run()).toEqual([])
})
