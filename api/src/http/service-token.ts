import type { Access } from '@portal/contracts/endpoint'
import { acceptSecret, type Secret } from '../settings/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import type { App } from './app-dependencies.ts'
import { hasToken, showsToken } from './bearer-token.ts'
import { Problem } from './problem.ts'

/**
 * Requires the token of requests that services and operators send. A request to an endpoint of operators without a
 * token needs a session (`guardOperatorSessions`).
 */
export function guardServices(app: App, settings: Settings): void {
  const tokens: Partial<Record<Access, { secret: string; versions: readonly Secret<string>[] }>> = {
    service: { secret: 'SERVICE_TOKEN', versions: settings.serviceTokens },
    monitor: { secret: 'METRICS_TOKEN', versions: settings.metricsTokens },
  }
  app.decorateRequest('operator', null)
  app.decorateRequest('confirmation', null)
  app.addHook('onRequest', async (request) => {
    const { access = 'anyone' } = request.routeOptions.config.endpoint ?? {}
    if (access === 'admin') {
      if (!hasToken(request)) return
      const operator = settings.operators.find(({ token }) => showsToken(request, token))
      if (!operator) throw new Problem(401, 'unauthorized')
      request.operator = operator.name
      return
    }
    const accepted = tokens[access]
    if (!accepted) return
    const { secret, versions } = accepted
    if (!acceptSecret(secret, versions, (token) => showsToken(request, token))) throw new Problem(401, 'unauthorized')
  })
}
