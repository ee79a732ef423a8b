import type { Access } from '@portal/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Callers that authenticate by a token or a signature, which no browser has. */
const tokenHolders: ReadonlySet<Access | undefined> = new Set(['service', 'webhook', 'monitor', 'admin'])

/**
 * Rejects requests that another site's page made the browser send. Each browser says by itself where a request comes
 * from; a form of another site cannot change it.
 */
export function guardOrigin(app: App, origin: string): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (safeMethods.has(request.method) || tokenHolders.has(endpoint?.access)) return
    if (endpoint?.fromServer) return
    if (endpoint?.beacon && isOwnReport(request)) return
    if (isOwnPage(request, origin)) return
    const message = `Send Sec-Fetch-Site: same-origin, as browsers do for pages of the portal, or Origin: ${origin}`
    throw new Problem(403, 'foreign_origin', { message })
  })
}

/**
 * Chromium's Reporting API sends neither `Sec-Fetch-Site` nor `Origin` when it reports to the origin of the page. For a
 * page of another site it sends a preflight first, as for any request of this type, and the preflight is rejected.
 */
function isOwnReport({ headers }: FastifyRequest): boolean {
  const isNamed = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return !isNamed && headers['content-type'] === 'application/reports+json'
}

/**
 * The portal's page is at the portal's address, or at the address that it calls: another site's page cannot forge
 * `Host`.
 */
function isOwnPage(request: FastifyRequest, portal: string): boolean {
  const site = request.headers['sec-fetch-site'] ?? 'none'
  if (site !== 'none') return site === 'same-origin'
  const { origin } = request.headers
  return origin !== undefined && (origin === portal || origin === `${request.protocol}://${request.host}`)
}
