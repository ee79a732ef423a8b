import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@portal/contracts/endpoint'
import type { Settings } from '../settings.ts'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'

/** Asks calls that no person makes for their token. */
export function guardServices(app: App, settings: Settings): void {
  const tokens: Partial<Record<Access, readonly string[]>> = {
    service: [settings.serviceToken, ...settings.otherServiceTokens],
    monitor: [settings.metricsToken],
  }
  app.addHook('onRequest', async (request) => {
    const { access = 'anyone' } = request.routeOptions.config.endpoint ?? {}
    const accepted = tokens[access]
    if (accepted && !accepted.some((token) => showsToken(request, token))) throw new Problem(401, 'unauthorized')
  })
}

/** `Authorization: Bearer …` */
export function showsToken({ headers }: { headers: IncomingHttpHeaders }, token: string): boolean {
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Of one length, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
