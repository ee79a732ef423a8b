import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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

/** Returns the texts of the counted queries that are sent from now until the end of the test. */
function recordQueries(isCounted: (text: string) => boolean): string[] {
  const texts: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: never[]) {
    const text = JSON.stringify(args[0])
    if (isCounted(text)) texts.push(text)
    return Reflect.apply(query, this, args)
  } as never)
  onTestFinished(() => spy.mockRestore())
  return texts
}

test.each(Object.entries(MAX_QUERIES))('%s takes at most %i queries', async (path, max) => {
  const anna = await api.createUser()
  for (let tip = 0; tip < 30; tip += 1) await earn(api.db, anna, 100)
  const browser = await api.signedIn(anna)
  // Counts only queries of requests, because the payout worker sends its own queries meanwhile.
  const texts = recordQueries(() => requestContext() !== undefined)
  const response = await fetch(`${origin}/api/v1${path}`, {
    headers: { ...pageHeaders, cookie: `session=${browser.token}` },
  })
  expect(response.status).toBe(200)
  expect(texts.length, texts.join('\n')).toBeGreaterThan(0)
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(max)
})

test('requests that arrive together share the lookup of their session, and a later one finds that it has ended', async () => {
  const [anna, boris] = await Promise.all([api.signedIn(await api.createUser()), api.signedIn(await api.createUser())])
  const lookups = recordQueries((text) => text.includes('predecessor_hash'))
  const own = await Promise.all([anna, anna, anna, boris].map((browser) => browser.get('/user/profile')))
  expect(own.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(own.map(({ body }) => body)).size).toBe(2)
  expect(lookups).toHaveLength(2)
  await anna.post('/logout')
  expect((await anna.get('/user/profile')).statusCode).toBe(401)
})
