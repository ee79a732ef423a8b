import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type SentSpan = {
  name: string
  scope: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  isError: boolean
}

type OtlpSpan = Omit<SentSpan, 'scope' | 'attributes'> & {
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}
type OtlpRequest = { resourceSpans: { scopeSpans: { scope: { name: string }; spans: OtlpSpan[] }[] }[] }

/** Starts a collector of traces, which accepts OTLP/HTTP with JSON and keeps every span. */
export async function startCollector() {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as OtlpRequest
    for (const { scope, spans: sent } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)) {
      for (const { name, traceId, spanId, parentSpanId, attributes, status } of sent) {
        const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]])
        spans.push({
          name,
          scope: scope.name,
          traceId,
          spanId,
          parentSpanId: parentSpanId || undefined,
          attributes: Object.fromEntries(values),
          isError: status.code === 2,
        })
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    stop: () => server.close(),
  }
}
