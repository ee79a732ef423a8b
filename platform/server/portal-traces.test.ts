import { traceRequests } from '@portal/api/http/trace-requests'
import { startCollector } from '@portal/api/tracing/testing/collector'
import { startTracing } from '@portal/api/tracing/tracing'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closedLater, eachWithReleases, portal as openPortal } from './testing/portal.ts'

eachWithReleases()

/** Calls the API through a portal server, which runs the API in its process or calls its address. Returns the spans. */
async function spansThrough(mount: 'in process' | 'behind an address') {
  const collector = await startCollector()
  const tracing = await startTracing({ endpoint: collector.endpoint, share: 1 })
  onTestFinished(() => void collector.stop())
  const api = closedLater(Fastify({ trustProxy: '127.0.0.1' }))
  traceRequests(api, 'api')
  api.get('/api/v1/user/balance', () => ({ balance: 700 }))
  const mounted = mount === 'in process' ? { api } : { apiUrl: await api.listen({ host: '127.0.0.1', port: 0 }) }
  const portal = await openPortal(mounted)
  const address = await portal.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${address}/api/v1/user/balance`)).status).toBe(200)
  await portal.close()
  await api.close()
  await tracing.stop()
  return collector.spans
}

test.each(['in process', 'behind an address'] as const)(
  'a request through the portal to an API %s is one trace',
  async (mount) => {
    const spans = await spansThrough(mount)
    const portal = spans.find(({ scope }) => scope === 'portal')
    const api = spans.find(({ scope }) => scope === 'api')
    expect(portal).toMatchObject({ name: expect.stringMatching(/^GET \/api/), parentSpanId: undefined })
    expect(api).toMatchObject({
      name: 'GET /api/v1/user/balance',
      traceId: portal?.traceId,
      parentSpanId: portal?.spanId,
      attributes: { 'http.response.status_code': 200 },
    })
  },
)
