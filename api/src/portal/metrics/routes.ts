import { registerProposalGauge } from '../../base/proposals/second-operator.ts'
import type { App } from '../../http/app-dependencies.ts'
import { showsToken } from '../../http/bearer-token.ts'
import type { Metrics } from '../../http/metrics.ts'
import { Problem } from '../../http/problem.ts'
import { registerNoticeGauges } from '../../identity/security-notice/outbox.ts'
import { registerPushGauges } from '../../messages/push/push-gauges.ts'
import { registerSmsGauges } from '../../messages/sms/sms-gauges.ts'
import { registerCheckGauges } from '../../money/ledger/check-gauges.ts'
import { registerDriftGauges } from '../../money/ledger/drift/drift-gauges.ts'
import { registerMonthGauges } from '../../money/ledger/months.ts'
import { registerDatedAheadGauge } from '../../money/operations/dated-ahead-gauge.ts'
import { registerPayoutGauges } from '../../payouts/payout-gauges.ts'
import { registerBankGauges } from '../../payouts/reconciliation/bank-gauges.ts'
import { acceptSecret, secretUses } from '../../settings/secrets.ts'
import type { PortalDependencies } from '../dependencies.ts'
import { registerDebtorGauge } from '../personal-data/debtors.ts'
import { registerPortalGauges } from './portal-gauges.ts'

/** Users perceive the first three as immediate. */
const DURATION_BUCKETS_SECONDS = [0.01, 0.05, 0.2, 0.5, 1, 3, 10]

/** Serves `/metrics` for Prometheus. Must be registered before the routes that it measures. */
export function metricsRoutes(app: App, deps: PortalDependencies, metrics: Metrics): void {
  const requestDuration = metrics.histogram(
    {
      name: 'portal_http_request_duration_seconds',
      help: 'Responses of the API, by route',
      labels: ['method', 'route', 'status'],
    },
    DURATION_BUCKETS_SECONDS,
  )
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // An event stream lasts as long as its page is open.
    if (routeOptions.config.endpoint?.produces === 'text/event-stream') return
    requestDuration.observe(
      { method, route: routeOptions.url ?? 'none', status: String(statusCode) },
      elapsedTime / 1000,
    )
  })
  registerPortalGauges(metrics, deps)
  registerPayoutGauges(metrics, deps.db)
  registerDebtorGauge(metrics, deps.db)
  registerProposalGauge(metrics, deps.db)
  registerCheckGauges(metrics, deps)
  registerDriftGauges(metrics, deps.db)
  registerMonthGauges(metrics, deps.db)
  registerDatedAheadGauge(metrics, deps.db)
  registerBankGauges(metrics, deps)
  registerSmsGauges(metrics, deps.db)
  registerNoticeGauges(metrics, deps.db)
  registerPushGauges(metrics, deps.db)

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
