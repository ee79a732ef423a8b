import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracing, TracingSettings } from './span.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans to a collector by OTLP/HTTP, in batches. If the collector is down, spans are lost and no work waits. */
export function createOtlpTracing({ endpoint, share }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const { generateTraceId, generateSpanId } = new RandomIdGenerator()
  /** The id of the trace that the next span begins, if its request has one already. */
  let givenTraceId: string | undefined
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'chaevye' }),
    // The first server decides for all. It does not decide by the id of the trace, because the caller may have made it.
    sampler: new ParentBasedSampler({ root: { shouldSample: () => ({ decision: drawDecision(share) }) } }),
    idGenerator: { generateSpanId, generateTraceId: () => givenTraceId ?? generateTraceId() },
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const contexts = new WeakMap<Span, ReturnType<typeof trace.setSpan>>()

  function toContext(parent: SpanOptions['parent']) {
    if (typeof parent !== 'string') return (parent && contexts.get(parent)) ?? ROOT_CONTEXT
    const [, traceId = '', spanId = '', flags = ''] = parent.split('-')
    // No page sends its span (`toTraceparent`), so a tool would wait for it as the beginning of the trace.
    if (traceId.endsWith(spanId)) {
      givenTraceId = traceId
      return ROOT_CONTEXT
    }
    const traceFlags = Number.parseInt(flags, 16)
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  return {
    start(name, { scope, kind, attributes, parent }) {
      const context = toContext(parent)
      const started = provider.getTracer(scope).startSpan(name, { kind: kinds[kind], attributes }, context)
      givenTraceId = undefined
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

function drawDecision(share: number): SamplingDecision {
  return Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD
}
