import type { Access } from '@portal/contracts/endpoint'
import { acceptSecret, type Secret } from '../settings/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import type { App } from './app-dependencies.ts'
import { showsToken } from './bearer-token.ts'
import { Problem } from './problem.ts'

/** Requires the token of requests that services and operators send. */
export function guardServices(app: App, settings: Settings): void {
  const tokens: Partial<Record<Access, { secret: string; versions: readonly Secret<string>[] }>> = {
    service: { secret: 'SERVICE_TOKEN', versions: settings.serviceTokens },
    monitor: { secret: 'METRICS_TOKEN', versions: settings.metricsTokens },
  }
  app.decorateRequest('operator', null)
  app.addHook('onRequest', async (request) => {
    const { access = 'anyone' } = request.routeOptions.config.endpoint ?? {}
    if (access === 'admin') {
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
