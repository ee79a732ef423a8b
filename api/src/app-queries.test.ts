import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { pageHeaders, sharedApi } from './http/testing/test-api.ts'
import { earn } from './money/ledger/testing/test-ledger.ts'
import { requestContext } from './process/request-context.ts'

const api = sharedApi()
let origin: string
beforeAll(async () => {
  // Through a socket, because only such requests have a context.
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})

/** The most queries of frequent requests of pages, including the query that finds the session. */
const MAX_QUERIES = {
  '/session/bootstrap': 3,
  '/user/balance': 2,
  // The employees, the newest operation with the count, the rows of the page, and the sums of its days.
  '/user/billing': 5,
  '/user/billing?page=2': 5,
  '/user/billing?type=tip': 5,
  '/user/payout': 3,
}

test.each(Object.entries(MAX_QUERIES))('%s takes at most %i queries', async (path, max) => {
  const anna = await api.createUser()
  for (let tip = 0; tip < 30; tip += 1) await earn(api.db, anna, 100)
  const browser = await api.signedIn(anna)
  const texts: string[] = []
  const query = pg.Client.prototype.query
  // Counts only queries of requests, because the payout worker sends its own queries meanwhile.
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: never[]) {
    if (requestContext()) texts.push(JSON.stringify(args[0]))
    return Reflect.apply(query, this, args)
  } as never)
  const response = await fetch(`${origin}/api/v1${path}`, {
    headers: { ...pageHeaders, cookie: `session=${browser.token}` },
  })
  spy.mockRestore()
  expect(response.status).toBe(200)
  expect(texts.length, texts.join('\n')).toBeGreaterThan(0)
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(max)
})
