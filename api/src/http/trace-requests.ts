import type { FastifyRequest } from 'fastify'
import { activeSpan, isTracing, runInSpan, startSpan } from '../tracing/tracing.ts'
import type { App } from './app-dependencies.ts'
import { isTraceparent, readTraceparent } from './trace-context.ts'

/**
 * Traces each request from its routing to the end of its response, if traces are on. The parent of its span is the span
 * of the portal server that has forwarded the request.
 */
export function traceRequests(app: App, scope: 'portal' | 'api'): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const span = startSpan(`${method} ${route}`, {
      scope,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'portal.request_id': request.id },
      parent:
        activeSpan() ??
        (scope === 'api' ? forwardedSpan(request) : undefined) ??
        readTraceparent(request.headers, request.id),
    })
    if (!span) return done()
    const { raw } = reply
    raw.once('close', () => {
      span.set({ 'http.response.status_code': raw.statusCode })
      span.end(raw.statusCode >= 500 || !raw.writableFinished ? new Error() : undefined)
    })
    runInSpan(span, done)
  })
}

/** Any client can send the header, so it counts only from proxies whose X-Forwarded-For counts. */
function forwardedSpan({ headers: { traceparent }, ips }: FastifyRequest): string | undefined {
  const isTrusted = ips !== undefined && ips.length > 1
  return isTrusted && isTraceparent(traceparent) ? traceparent : undefined
}
