import type { Access } from '@portal/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-dependencies.ts'
import { hasToken } from './bearer-token.ts'
import { Problem } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Callers that authenticate with a token or a signature, which browsers never send. */
const tokenHolders: ReadonlySet<Access | undefined> = new Set(['service', 'webhook', 'monitor'])

/**
 * Rejects requests that a page of another site made the browser send. Browsers say in a header where a request comes
 * from, and the page cannot change that.
 */
export function guardOrigin(app: App, origin: string): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (safeMethods.has(request.method) || tokenHolders.has(endpoint?.access)) return
    if (endpoint?.access === 'admin' && hasToken(request)) return
    if (endpoint?.fromServer) return
    if (endpoint?.beacon && isOwnReport(request)) return
    if (isOwnPage(request, origin)) return
    const message = `Send Sec-Fetch-Site: same-origin, as browsers do for pages of the portal, or Origin: ${origin}`
    throw new Problem(403, 'foreign_origin', { message })
  })
}

/**
 * Chromium's Reporting API sends neither `Sec-Fetch-Site` nor `Origin` when it reports to the origin of the page. For a
 * page of another site it sends a preflight first, which is rejected.
 */
function isOwnReport({ headers }: FastifyRequest): boolean {
  const isNamed = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return !isNamed && headers['content-type'] === 'application/reports+json'
}

/** A page of the portal has the portal's address or the called one as `Origin`. No page can change `Host`. */
function isOwnPage(request: FastifyRequest, portal: string): boolean {
  const site = request.headers['sec-fetch-site'] ?? 'none'
  if (site !== 'none') return site === 'same-origin'
  const { origin } = request.headers
  return origin !== undefined && (origin === portal || origin === `${request.protocol}://${request.host}`)
}
