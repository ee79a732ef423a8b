import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { findProblem } from './testing/find-problem.ts'
import { hostileRequest } from './testing/hostile-requests.ts'
import { closedLater, eachWithReleases, portal } from './testing/portal.ts'

eachWithReleases()

// More requests, or others: FUZZ_CALLS=100000 FUZZ_SEED=7 npm run test:one -- platform/server/hostile-requests.test.ts
const { FUZZ_CALLS = '1000', FUZZ_SEED = '1' } = process.env
/** Each request has a time limit of its own. */
const NO_TIMEOUT = 0

async function startPortal(apiProcess: string): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = []
  const api = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
  api.all('/api/v1/*', async ({ url }) => ({ url }))
  const apiUrl = apiProcess === 'in another' ? await api.listen({ port: 0, host: '127.0.0.1' }) : undefined
  closedLater(api)
  const options = { hasPreviews: true, trustProxy: ['127.0.0.1'], log: api.log }
  const server = await portal({ ...options, ...(apiUrl ? { apiUrl } : { api }) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { port: (server.server.address() as AddressInfo).port, lines }
}

test.each(['in this process', 'in another'])(
  'hostile requests to a portal server with its API %s get no 5xx, and later requests get pages',
  async (apiProcess) => {
    const { port, lines } = await startPortal(apiProcess)
    const answers = fc.asyncProperty(fc.gen(), async (draw) => {
      const request = hostileRequest(draw)
      const isLeaving = draw(fc.nat, 9) === 9
      expect({ problem: await findProblem(port, request, isLeaving), request }).toEqual({ request })
    })
    await fc.assert(answers, { numRuns: Number(FUZZ_CALLS), seed: Number(FUZZ_SEED) })
    expect(lines).toEqual([])
    expect((await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })).status).toBe(200)
  },
  NO_TIMEOUT,
)
