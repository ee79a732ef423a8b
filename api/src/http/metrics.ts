import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from '@prometheus-io/client'

type Description<Label extends string> = { name: string; help: string; labels?: readonly Label[] }
type Sample<Label extends string> = { labels?: LabelValues<Label>; value: number }

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of one API, in the text format of Prometheus. A series appears with its first value. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  return {
    counter<Label extends string>({ name, help, labels }: Description<Label>): Counter<Label> {
      return new Counter({ name, help, labelNames: labels ?? [], registers })
    },

    /** `buckets`: upper bounds, ascending. */
    histogram<Label extends string>(
      { name, help, labels }: Description<Label>,
      buckets: readonly number[],
    ): Histogram<Label> {
      return new Histogram({ name, help, labelNames: labels ?? [], registers, buckets: [...buckets] })
    },

    /** Reads the value at each scrape. If a gauge fails, only its own samples are missing. */
    gauge<Label extends string>(
      { name, help, labels = [] }: Description<Label>,
      read: () => Promise<Sample<Label>[]> | Sample<Label>[],
    ): void {
      const gauge = new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const samples = await readOrNone(read)
          gauge.reset()
          // `reset` gives a gauge without labels a sample of 0.
          if (labels.length === 0) gauge.remove()
          for (const sample of samples) {
            if (sample.labels) gauge.set(sample.labels, sample.value)
            else gauge.set(sample.value)
          }
        },
      })
    },

    /** Returns what a scrape would read now. */
    async read(name: string): Promise<{ labels: Record<string, string>; value: number }[]> {
      const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {}
      return values.map(({ labels, value }) => ({ labels: labels as Record<string, string>, value }))
    },

    contentType: registry.contentType,

    async text(): Promise<string> {
      return Registry.merge([registry, processMetrics()]).metrics()
    },
  }
}

async function readOrNone<T>(read: () => Promise<T[]> | T[]): Promise<T[]> {
  try {
    return await read()
  } catch {
    return []
  }
}

let processRegistry: Registry | undefined

/** Memory, processor time, open files and garbage collection. All APIs of a process share these metrics. */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}
