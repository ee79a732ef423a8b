import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { makeTestFolder } from './test-folder.ts'
import { gateway } from './testing/gateway.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { watchServers } from './watch-servers.ts'

const limits = { interval: 20, silent: 200, lost: 600 }
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

function watch(servers: string[]) {
  const events: string[] = []
  const watching = watchServers({
    servers,
    standbys: servers,
    onSilent: (url) => events.push(`silent ${servers.indexOf(url)}`),
    onLost: (url) => events.push(`lost ${servers.indexOf(url)}`),
    limits,
  })
  onTestFinished(watching.stop)
  return { ...watching, events }
}

test('finds the server that takes writes beside one that does not respond', async () => {
  const dead = 'postgres://nobody@127.0.0.1:1/nowhere'
  const { ready, primary, isPrimaryResponsive, standby, count } = watch([dead, database.applicationUrl])
  await ready
  expect([primary(), isPrimaryResponsive(), standby()]).toEqual([database.applicationUrl, true, undefined])
  expect(count()).toEqual({ primary: 1, standby: 0, lost: 1 })
})

test('a server whose connections are open and that does not respond is silent, and then lost', async () => {
  const { url, cut } = await gateway(database.applicationUrl)
  const { ready, primary, isPrimaryResponsive, events } = watch([url])
  await ready
  cut()
  await expect.poll(() => events).toEqual(['silent 0'])
  expect([primary(), isPrimaryResponsive()]).toEqual([url, false])
  await expect.poll(() => events).toEqual(['silent 0', 'lost 0'])
  expect(primary()).toBeUndefined()
})

/** A server that was promoted: its timeline is higher than that of the tests' server, which takes itself for the primary as well. */
async function promotedServer(): Promise<string> {
  const folder = await makeTestFolder('portal-promoted-')
  const first = await startEmbedded(folder, { fsync: 'off' })
  await first.stop()
  await writeFile(join(folder, 'cluster/data/standby.signal'), '', { mode: 0o666 })
  const { url, stop } = await startEmbedded(folder, { fsync: 'off' })
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
  return url
}

test('a former primary that still takes itself for one is none, also while the new one does not respond', async () => {
  const former = await gateway(database.applicationUrl)
  const promoted = await gateway(await promotedServer())
  const { primary, count, newestTimeline, events } = watch([former.url, promoted.url])
  await expect.poll(newestTimeline).toBe('00000002')
  await expect.poll(count).toEqual({ primary: 1, standby: 0, lost: 1 })
  expect(primary()).toBe(promoted.url)
  promoted.cut()
  await expect.poll(() => events.at(-1)).toBe('lost 1')
  const seen = count()
  await expect.poll(primary).toBeUndefined()
  expect(seen).toEqual({ primary: 0, standby: 0, lost: 2 })
})
