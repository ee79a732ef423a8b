import { proposalGauge } from '../../base/proposals/second-operator.ts'
import type { App } from '../../http/app-dependencies.ts'
import { showsToken } from '../../http/bearer-token.ts'
import type { Metrics } from '../../http/metrics.ts'
import { Problem } from '../../http/problem.ts'
import { noticeGauges } from '../../identity/security-notice/outbox.ts'
import { pushGauges } from '../../messages/push/push-gauges.ts'
import { smsGauges } from '../../messages/sms/sms-gauges.ts'
import { checkGauges } from '../../money/ledger/check-gauges.ts'
import { driftGauges } from '../../money/ledger/drift/drift-gauges.ts'
import { monthGauges } from '../../money/ledger/months.ts'
import { datedAheadGauge } from '../../money/operations/dated-ahead-gauge.ts'
import { payoutGauges } from '../../payouts/payout-gauges.ts'
import { bankGauges } from '../../payouts/reconciliation/bank-gauges.ts'
import { acceptSecret, secretUses } from '../../settings/secrets.ts'
import type { PortalDependencies } from '../dependencies.ts'
import { debtorGauge } from '../personal-data/debtors.ts'
import { portalGauges } from './portal-gauges.ts'

/** Seconds; the first three are what a user perceives as immediate. */
const durations = [0.01, 0.05, 0.2, 0.5, 1, 3, 10]

/** Serves `/metrics` for Prometheus. Must be registered before the routes that it measures. */
export function metricsRoutes(app: App, deps: PortalDependencies, metrics: Metrics): void {
  const requestDuration = metrics.histogram(
    {
      name: 'portal_http_request_duration_seconds',
      help: 'Responses of the API, by route',
      labels: ['method', 'route', 'status'],
    },
    durations,
  )
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // A stream lasts as long as its page.
    if (routeOptions.config.endpoint?.produces === 'text/event-stream') return
    requestDuration.observe(
      { method, route: routeOptions.url ?? 'none', status: String(statusCode) },
      elapsedTime / 1000,
    )
  })
  portalGauges(metrics, deps)
  payoutGauges(metrics, deps.db)
  debtorGauge(metrics, deps.db)
  proposalGauge(metrics, deps.db)
  checkGauges(metrics, deps)
  driftGauges(metrics, deps.db)
  monthGauges(metrics, deps.db)
  datedAheadGauge(metrics, deps.db)
  bankGauges(metrics, deps)
  smsGauges(metrics, deps.db)
  noticeGauges(metrics, deps.db)
  pushGauges(metrics, deps.db)

  const uses = 'How often each version of a secret was accepted since the start, by the name of its setting'
  metrics.gauge({ name: 'portal_secret_uses', help: uses, labels: ['secret', 'version'] }, () =>
    [...secretUses()].map(({ secret, version, count }) => ({ labels: { secret, version }, value: count })),
  )

  const { metricsTokens } = deps.settings
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!acceptSecret('METRICS_TOKEN', metricsTokens, (token) => showsToken(request, token)))
      throw new Problem(401, 'unauthorized')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
