import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { handleProblems } from '../../http/problem-handler.ts'
import { type TestApi, testApi } from '../../http/testing.ts'
import { healthRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test.each(['/healthz', '/readyz'])('%s', async (url) => {
  const answer = await api.app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
})

test('without a database it is alive and not ready', async () => {
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/nowhere')
  onTestFinished(close)
  const app = Fastify()
  handleProblems(app)
  healthRoutes(app, { db })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
})
