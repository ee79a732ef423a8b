import { rm, writeFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { handleProblems } from '../../http/problem-handler.ts'
import { createTestApi, sharedApi } from '../../http/testing/test-api.ts'
import { healthRoutes } from './routes.ts'
import { cached, checkDatabaseStorage } from './storage-check.ts'

const api = sharedApi()

test.each(['/healthz', '/readyz'])('%s', async (url) => {
  const response = await api.app.inject(url)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'ok' })
})

test('without a database the portal is alive and not ready', async () => {
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/nowhere')
  onTestFinished(close)
  const app = Fastify()
  handleProblems(app)
  healthRoutes(app, { db, settings: api.settings })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
})

test('a portal that cannot store images is ready for everything else, and reports it', async () => {
  const other = await createTestApi()
  onTestFinished(() => other.close())
  await rm(other.dataFolder, { recursive: true })
  // A file where the folder would be.
  await writeFile(other.dataFolder, '')
  const response = await other.app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'degraded', uploads: 'storage_unavailable' }])
})

test('the check of the disk runs once for all requests at the same time', async () => {
  let runs = 0
  const check = cached(async () => {
    runs += 1
  })
  await Promise.all([check(), check(), check()])
  expect(runs).toBe(1)
})

test('two hundred simultaneous requests share one query of the database', async () => {
  const other = await createTestApi()
  onTestFinished(() => other.close())
  const before = other.pool.totalCount
  const responses = await Promise.all(Array.from({ length: 200 }, () => other.app.inject('/readyz')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  expect(other.pool.totalCount - before).toBeLessThanOrEqual(3)
})

async function temporaryBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select temp_bytes as bytes from pg_stat_database where datname = current_database()`.execute(api.db)
  return rows[0]?.bytes ?? 0
}

test('the check writes to the disk of the database', async () => {
  const before = await temporaryBytes()
  await checkDatabaseStorage(api.db)
  await expect.poll(temporaryBytes).toBeGreaterThan(before + 100_000)
})
