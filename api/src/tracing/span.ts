export type Attributes = Record<string, string | number>
export type SpanKind = 'server' | 'client' | 'internal'

export type Span = {
  /** The header of W3C Trace Context, for a call to another process of the portal. */
  traceparent: string
  set(attributes: Attributes): void
  /** `error`: why the work has failed. Only its name is sent, because its message could contain a phone or a card. */
  end(error?: unknown): void
}

export type SpanOptions = {
  /** The part of the portal: `portal`, `api`. */
  scope: string
  kind: SpanKind
  attributes: Attributes
  /** The parent span, or the `traceparent` of another process. Absent: the span begins a trace. */
  parent: Span | string | undefined
}

export type Tracing = { start(name: string, options: SpanOptions): Span; stop(): Promise<void> }

export type TracingSettings = {
  /** The OTLP/HTTP endpoint of the collector: `http://127.0.0.1:4318`. */
  endpoint: string
  /** The share of traces that is sent, 0 to 1. */
  share: number
}
