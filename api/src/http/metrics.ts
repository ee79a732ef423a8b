type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number }

export type Metrics = ReturnType<typeof createMetrics>

/** Numbers of this process in Prometheus' text format. A series appears with its first value. */
export function createMetrics() {
  const families: { head: string; read: () => Promise<string[]> | string[] }[] = []

  function family(
    name: string,
    type: 'counter' | 'gauge' | 'histogram',
    help: string,
    read: (typeof families)[0]['read'],
  ) {
    families.push({ head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}`, read })
  }

  return {
    /** Returns what counts: `count({ kind: 'error' })`. */
    counter(name: string, help: string) {
      const series = new Map<string, number>()
      family(name, 'counter', help, () => [...series].map(([labels, value]) => `${name}${labels} ${value}`))
      return (labels: Labels, by = 1): void => {
        const key = inBraces(labels)
        series.set(key, (series.get(key) ?? 0) + by)
      }
    },

    /** Returns what observes; `bounds` ascending. */
    histogram(name: string, help: string, bounds: readonly number[]) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>()
      const limits = [...bounds, Number.POSITIVE_INFINITY]
      family(name, 'histogram', help, () =>
        [...series.values()].flatMap(({ labels, counts, sum }) => [
          ...limits.map((limit, index) => `${name}_bucket${inBraces({ ...labels, le: text(limit) })} ${counts[index]}`),
          `${name}_sum${inBraces(labels)} ${sum}`,
          `${name}_count${inBraces(labels)} ${counts.at(-1)}`,
        ]),
      )
      return (labels: Labels, value: number): void => {
        const key = inBraces(labels)
        const known = series.get(key) ?? { labels, counts: limits.map(() => 0), sum: 0 }
        known.counts = limits.map((limit, index) => (known.counts[index] ?? 0) + (value <= limit ? 1 : 0))
        known.sum += value
        series.set(key, known)
      }
    },

    /** Read when asked for. What cannot be read is left out, and the rest is told. */
    gauge(name: string, help: string, read: () => Promise<Sample[]> | Sample[]) {
      family(name, 'gauge', help, async () =>
        (await read()).map(({ labels = {}, value }) => `${name}${inBraces(labels)} ${text(value)}`),
      )
    },

    async text(): Promise<string> {
      const read = await Promise.allSettled(families.map(async ({ head, read }) => [head, ...(await read())]))
      const lines = read.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
      return `${lines.join('\n')}\n`
    },
  }
}

function text(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}

/** `{ remote: 'shell' }` → `{remote="shell"}` */
function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`
}
