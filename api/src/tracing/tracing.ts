import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanOptions, Tracing, TracingSettings } from './span.ts'

// Traces are off by default. OpenTelemetry is then not loaded, and each function here only compares a variable.

/** The maximum number of payouts whose request this process remembers until its worker pays them. */
const MAX_ORIGINS = 1_000

let tracing: Tracing | undefined
const storage = new AsyncLocalStorage<Span>()
const origins = new Map<string, Span>()

/** Switches traces on in this process, before its servers are created. Absent settings leave them off. */
export async function startTracing(settings: TracingSettings | undefined): Promise<{ stop(): Promise<void> }> {
  if (!settings) return { async stop() {} }
  const { createOtlpTracing } = await import('./otlp.ts')
  const started = createOtlpTracing(settings)
  tracing = started
  return {
    async stop() {
      tracing = undefined
      origins.clear()
      await started.stop()
    },
  }
}

export function isTracing(): boolean {
  return tracing !== undefined
}

/** Returns the span of the work that this code is part of. */
export function activeSpan(): Span | undefined {
  return tracing && storage.getStore()
}

/** Starts a span; undefined while traces are off. The caller ends it. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracing?.start(name, options)
}

export function runInSpan<T>(span: Span, work: () => T): T {
  return storage.run(span, work)
}

/** Runs the work in its own span, below `parent`, which by default is the active span. */
export async function traced<T>(
  name: string,
  { parent = activeSpan(), ...options }: Omit<SpanOptions, 'parent'> & { parent?: Span | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, { ...options, parent })
  if (!span) return await work()
  try {
    const result = await storage.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Remembers the active span for later work on this subject in the same process. */
export function rememberOrigin(subject: string): void {
  const span = activeSpan()
  if (!span) return
  origins.set(subject, span)
  const [oldest] = origins.keys()
  if (origins.size > MAX_ORIGINS && oldest !== undefined) origins.delete(oldest)
}

/** Returns the span in which the subject was remembered. */
export function originSpan(subject: string): Span | undefined {
  return tracing && origins.get(subject)
}
