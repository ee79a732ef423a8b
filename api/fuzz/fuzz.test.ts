import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../src/http/testing.ts'
import type { Operation } from './generate.ts'
import { operationsOf } from './openapi-operations.ts'
import { type FuzzTarget, repeatSeeds, runFuzz, tokensOf } from './run-fuzz.ts'
import { regressions, TEST_CALLS, TEST_SEED } from './seeds.ts'

let api: TestApi
let target: FuzzTarget
let operations: Operation[]

beforeAll(async () => {
  api = await testApi({ env: { LOG_LEVEL: 'error' } })
  const address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
  target = { db: api.db, port: Number(address.port), tokens: tokensOf(api.settings) }
  operations = operationsOf((await api.app.inject('/api/v1/openapi.json')).json())
})
afterAll(() => api.close())

test('hostile requests made from the OpenAPI document get no 5xx, no cut connection and no undeclared response', async () => {
  expect(operations.length).toBeGreaterThan(40)
  expect(await runFuzz(target, operations, { calls: TEST_CALLS, seed: TEST_SEED })).toEqual([])
  expect(api.logs.filter((line) => line.includes('request failed'))).toEqual([])
})

test('requests that failed once do not fail again', async () => {
  expect(await repeatSeeds(target, operations, regressions)).toEqual([])
})
