import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../src/http/testing/test-api.ts'
import { generateRequest, type Operation } from './generate.ts'
import { toOperations } from './openapi-operations.ts'
import { findFault } from './send.ts'
import { type Caller, prepareEmployee, renewCaller } from './target.ts'

// For more or other requests: FUZZ_CALLS=10000 FUZZ_SEED=7 npm run test:one -- api/fuzz/fuzz.test.ts
const { FUZZ_CALLS = '40', FUZZ_SEED = '1' } = process.env
/** The test has no time limit, because each request has one. */
const NO_TIMEOUT = 0
/** Requests that are sent at the same time. */
const CONCURRENCY = 4
/** The session, the code and the budgets are renewed after this number of turns of `CONCURRENCY` requests. */
const RENEWAL_INTERVAL = 10

let api: TestApi
let port: number

beforeAll(async () => {
  api = await createTestApi({
    env: { LOG_LEVEL: 'error' },
    admissionLimits: { deadlineMs: 300_000, maxWaitMs: 60_000 },
  })
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => api.close())

test(
  'hostile requests made from the OpenAPI document get no 5xx, no cut connection and no undeclared response',
  async () => {
    const operations = toOperations((await api.app.inject('/api/v1/openapi.json')).json())
    expect(operations.length).toBeGreaterThan(40)
    const employee = await prepareEmployee(api.db)
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
    for (const operation of operations) {
      let caller: Caller | undefined
      let turns = 0
      const answersAll = fc.asyncProperty(fc.gen(), async (draw) => {
        if (!caller || turns++ % RENEWAL_INTERVAL === 0) caller = await renewCaller(api.db, employee)
        const { session, known } = caller
        const requests = Array.from({ length: CONCURRENCY }, () => {
          const headers = draw(fc.nat, 4) === 0 ? {} : signedIn(operation, session)
          return {
            sent: generateRequest(operation, known, draw),
            headers: { ...headers, 'sec-fetch-site': 'same-origin' },
          }
        })
        const faults = await Promise.all(
          requests.map(({ sent, headers }) => findFault(operation, sent, { port, agent, headers })),
        )
        expect(faults.map((fault, n) => fault && { fault, sent: requests[n]?.sent }).filter(Boolean)).toEqual([])
      })
      const numRuns = Math.ceil(Number(FUZZ_CALLS) / CONCURRENCY)
      // Does not shrink requests, because that takes too many attempts for requests that are sent together.
      await fc.assert(answersAll, { numRuns, seed: Number(FUZZ_SEED), endOnFailure: true })
    }
    agent.destroy()
    expect(api.logs.filter((line) => line.includes('request failed'))).toEqual([])
  },
  NO_TIMEOUT,
)

function signedIn({ access }: Operation, session: string): Record<string, string> {
  const { serviceToken, metricsToken, operators } = api.settings
  const token = access === 'admin' ? operators[0]?.token : access === 'monitor' ? metricsToken : serviceToken
  return { cookie: `session=${session}`, authorization: `Bearer ${token}` }
}
