import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../../http/metrics.ts'
import { createTestApi, sharedApi } from '../../http/testing/test-api.ts'
import { addLiveReleases } from '../telemetry/live-releases.ts'

const api = sharedApi()

async function scrape(of = api, token = of.settings.serviceToken, url = '/metrics') {
  const { body } = await of.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return body
}

test.each([
  ['the metrics', '/metrics', 'portal_payouts'],
  ['how releases do', '/api/v1/telemetry/releases', '"items":'],
])('requires the token for %s', async (_, url, content) => {
  for (const wrong of ['', 'demo-service-tokem']) expect(await scrape(api, wrong, url)).toContain('unauthorized')
  expect(await scrape(api, api.settings.serviceToken, url)).toContain(content)
  const token = 'prometheus-reads-this'
  const other = await createTestApi({ env: { METRICS_TOKEN: token } })
  onTestFinished(() => other.close())
  expect(await scrape(other, token, url)).toContain(content)
  expect(await scrape(other, other.settings.serviceToken, url)).toContain('unauthorized')
})

test('responses are measured by the route and not by the address', async () => {
  const browser = await api.signedIn(await api.createUser({ phone: '+79160000001' }))
  await browser.get('/user/bank-card/de300000-0000-4000-8000-000000000001')
  await api.app.inject('/api/v1/nowhere/7')
  const text = await scrape()
  expect(text).toContain(
    'portal_http_request_duration_seconds_count{method="GET",route="/api/v1/user/bank-card/:id",status="404"} 1\n',
  )
  expect(text).toMatch(/duration_seconds_bucket\{le="\+Inf",method="GET",route="none",status="404"\} 1\n/)
  expect(text).not.toContain('de300000')
})

test('reports of pages are counted by live release, separately for users and anonymous clients', async () => {
  await addLiveReleases(api.db, [{ remote: 'mfe-tips', version: 't1' }])
  const event = { kind: 'error', remote: 'mfe-tips', version: 't1' }
  const user = await api.signedIn(await api.createUser({ phone: '+79160000002' }))
  await user.post('/telemetry', { events: [event, event] })
  await api.browser().post('/telemetry', { events: [event] })
  const series = 'portal_telemetry_events_total{remote="mfe-tips",version="t1",kind="error"'
  expect(await scrape()).toContain(`${series},reporter="user"} 2\n`)
  expect(await scrape()).toContain(`${series},reporter="stranger"} 1\n`)
})

test('made-up releases become no series', async () => {
  const events = Array.from({ length: 50 }, (_, n) => ({ kind: 'start', remote: 'shell', version: `made-up-${n}` }))
  await api.browser().post('/telemetry', { events })
  expect(await scrape()).not.toContain('made-up')
})

test('the metrics have gauges of the portal’s internals', async () => {
  await scrape()
  await expect.poll(() => scrape()).toContain('portal_ledger_discrepancies 0\n')
  const text = await scrape()
  for (const status of ['pending', 'processing', 'succeeded', 'canceled']) {
    expect(text).toContain(`portal_payouts{status="${status}"} 0\n`)
  }
  expect(text).toContain('portal_payout_lag_seconds 0\n')
  expect(text).toMatch(/portal_database_connections\{state="waiting"\} 0\n/)
  // A server without standbys is not a cluster.
  expect(text).toMatch(/portal_database_servers\{role="primary"\} 1\n(?!portal_database_servers)/)
  expect(text).toMatch(/portal_event_loop_lag_seconds [\d.]+\n/)
})

test('the samples of a gauge that fails are left out', async () => {
  const metrics = createMetrics()
  metrics.gauge({ name: 'broken', help: 'Cannot be read' }, () => Promise.reject(new Error('unavailable')))
  metrics.gauge({ name: 'left', help: 'How many' }, () => [{ value: 7 }])
  expect(await metrics.text()).toContain('# TYPE broken gauge\n\n# HELP left How many\n# TYPE left gauge\nleft 7\n')
})

test('a gauge has only the samples of its last reading', async () => {
  const metrics = createMetrics()
  let banks = ['alfa', 'sber']
  metrics.gauge({ name: 'oldest', help: 'Age by bank', labels: ['bank'] }, () =>
    banks.map((bank) => ({ labels: { bank }, value: 1 })),
  )
  expect(await metrics.text()).toContain('oldest{bank="alfa"} 1\noldest{bank="sber"} 1\n')
  banks = ['sber']
  expect(await metrics.text()).not.toContain('alfa')
})
