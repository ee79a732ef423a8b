import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closedLater, eachWithReleases, portal } from '../testing/portal.ts'
import { repeatSeeds, runFuzz } from './run-fuzz.ts'

eachWithReleases()

/** The same requests each time; `npm run fuzz:portal` takes another seed, and more of them. */
const inTest = { calls: 3_000, seed: 1 }

/** Requests that failed once, as `npm run fuzz:portal` prints them. */
const regressions: readonly string[] = []

async function startPortal(place: string): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = []
  const api = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
  api.all('/api/v1/*', async ({ url }) => ({ url }))
  const apiUrl = place === 'in another' ? await api.listen({ port: 0, host: '127.0.0.1' }) : undefined
  closedLater(api)
  const options = { previews: true, trustProxy: ['127.0.0.1'], log: api.log }
  const server = await portal({ ...options, ...(apiUrl ? { apiUrl } : { api }) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { port: (server.server.address() as AddressInfo).port, lines }
}

test.each(['in this process', 'in another'])(
  'hostile requests to a portal server with its API %s get no 5xx, and it goes on',
  async (place) => {
    const { port, lines } = await startPortal(place)
    expect(await runFuzz(port, inTest)).toEqual([])
    expect(await repeatSeeds(port, regressions)).toEqual([])
    expect(lines).toEqual([])
    expect((await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })).status).toBe(200)
  },
)
