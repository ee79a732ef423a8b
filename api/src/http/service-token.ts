import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'

/** `Authorization: Bearer …` of calls that another service makes. */
export function guardServices(app: App, token: string): void {
  const expected = digest(`Bearer ${token}`)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint?.access !== 'service') return
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw new Problem(401, 'unauthorized')
  })
}

/** Of one length, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
