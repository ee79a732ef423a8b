import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgram, type Program } from '@portal/command/program'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withClient } from './connect-client.ts'
import { startEmbedded } from './embedded.ts'

/** All tests use one cluster, because creating one takes longer than they do. */
let folder: string
const portals: Program[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'))
  await (await startEmbedded(folder)).stop()
})
afterEach(async () => {
  for (const portal of portals.splice(0)) {
    await portal.end('SIGKILL')
    // Stops the PostgreSQL of the killed process.
    await (await startEmbedded(folder)).stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function query(url: string, sql: string): Promise<unknown[]> {
  return (await withClient(url, (client) => client.query(sql))).rows
}

/** Starts another portal process on the same folder. Returns it with the URL of the database. */
async function startPortal(): Promise<{ url: string; portal: Program }> {
  const embedded = new URL('embedded.ts', import.meta.url).href
  const program = `
    import { startEmbedded } from '${embedded}'
    process.on('SIGUSR2', () => { throw new Error('A bug') })
    console.log((await startEmbedded(process.env.FOLDER)).url)
    setInterval(() => {}, 1000)`
  const portal = createProgram({
    command: process.execPath,
    args: ['--input-type=module', '-e', program],
    options: { env: { ...process.env, FOLDER: folder }, stdio: ['ignore', 'pipe', 'ignore'] },
    isReady: (output) => output.endsWith('\n'),
  })
  portals.push(portal)
  await portal.start()
  return { url: portal.output().trim(), portal }
}

test('PostgreSQL ends with a process that ends by an uncaught error', async () => {
  const { portal } = await startPortal()
  expect(await portal.end('SIGUSR2')).toBe(1)
  const inUse = join(folder, 'cluster/data/postmaster.pid')
  await expect.poll(() => readFile(inUse).catch(() => 'ended')).toBe('ended')
})

test('data and password are the same after a restart', async () => {
  const first = await startEmbedded(folder)
  await query(first.url, 'create table kept_by_stop as select 7 as number')
  await first.stop()
  const second = await startEmbedded(folder)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select * from kept_by_stop')).toEqual([{ number: 7 }])
  expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow()
})

test('a portal replaces PostgreSQL after kill -9 of the previous portal, without a loss of committed data', async () => {
  const { url, portal } = await startPortal()
  await query(url, 'create table kept_by_orphan as select 7 as number')
  const [orphan] = await query(url, 'select pg_postmaster_start_time()::text as since')
  await portal.end('SIGKILL')
  expect(await query(url, 'select pg_postmaster_start_time()::text as since')).toEqual([orphan])

  const next = await startEmbedded(folder)
  expect(await query(next.url, 'select * from kept_by_orphan')).toEqual([{ number: 7 }])
  expect(await query(next.url, 'select pg_postmaster_start_time()::text as since')).not.toEqual([orphan])
  await next.stop()
})

test('a killed PostgreSQL is restarted without a loss of committed data', async () => {
  const { url, stop } = await startEmbedded(folder)
  await query(url, 'create table kept_by_restart as select 7 as number')
  process.kill(Number.parseInt(await readFile(join(folder, 'cluster/data/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  await expect.poll(() => query(url, 'select * from kept_by_restart').catch(() => null)).toEqual([{ number: 7 }])
  await stop()
  await expect(query(url, 'select 1')).rejects.toThrow()
})

test('a data folder that a running portal uses is rejected', async () => {
  const { url, portal } = await startPortal()
  await expect(startEmbedded(folder)).rejects.toThrow(`in use by another portal (process ${portal.pid()})`)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('another program that has the process id of a dead PostgreSQL is not stopped', async () => {
  await writeFile(join(folder, 'cluster/data/postmaster.pid'), `${process.pid}\n`)
  const next = await startEmbedded(folder)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a folder whose path is too long for a socket is served over TCP on loopback, with the password', async () => {
  const long = join(folder, 'very-long-name-'.repeat(8))
  await symlink(folder, long)
  const { url, stop } = await startEmbedded(long)
  expect(new URL(url).search).toBe('')
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await stop()
})

test('the creation of a cluster is repeated if it was killed', async () => {
  const begun = join(folder, 'begun')
  await mkdir(join(begun, 'new-abc123/data'), { recursive: true })
  const { url, stop } = await startEmbedded(begun)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect((await readdir(begun)).sort()).toEqual(['cluster', 'supervisor.pid', 'url'])
})

test('an error says in one line why PostgreSQL cannot start', async () => {
  await expect(startEmbedded(folder, { max_connections: 'many' })).rejects.toThrow(
    'PostgreSQL cannot start: invalid value for parameter "max_connections": "many"',
  )
  await writeFile(join(folder, 'cluster/data/PG_VERSION'), '9.6\n')
  await expect(startEmbedded(folder)).rejects.toThrow(/PostgreSQL cannot start: .*not compatible.*|database files/)
  expect(await readFile(join(folder, 'cluster/postgres.log'), 'utf8')).toContain('9.6')
})
