import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracing, TracingSettings } from './span.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans to a collector by OTLP/HTTP, in batches. If the collector is down, spans are lost and no work waits. */
export function createOtlpTracing({ endpoint, share }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'chaevye' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const contexts = new WeakMap<Span, ReturnType<typeof trace.setSpan>>()

  function toContext(parent: SpanOptions['parent']) {
    if (typeof parent !== 'string') return (parent && contexts.get(parent)) ?? ROOT_CONTEXT
    const [, traceId = '', spanId = '', flags = ''] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(parent) ?? []
    const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    return trace.setSpanContext(ROOT_CONTEXT, spanContext)
  }

  return {
    start(name, { scope, kind, attributes, parent }) {
      const context = toContext(parent)
      const started = provider.getTracer(scope).startSpan(name, { kind: kinds[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = started.spanContext()
      const span: Span = {
        traceparent: `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`,
        set: (more) => started.setAttributes(more),
        end(error) {
          if (error !== undefined) {
            started.setAttribute('error.type', error instanceof Error ? error.name : 'Error')
            started.setStatus({ code: SpanStatusCode.ERROR })
          }
          started.end()
        },
      }
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, started))
      return span
    },
    stop: () => provider.shutdown(),
  }
}
