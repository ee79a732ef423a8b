import { type MetricType, onCLS, onINP, onLCP, onTTFB } from 'web-vitals'

/** `at`: when the shift, the interaction or the paint behind the value happened, in ms since the page began to load. */
export type Vital = { name: string; value: number; at: number }

/** Reports each vital of the page once: as it is when the page is first left or hidden. */
export function subscribeVitals(report: (vital: Vital) => void): void {
  const reported = new Set<string>()
  function reportOnce({ id, name, value, entries }: MetricType): void {
    if (reported.has(id)) return
    reported.add(id)
    report({ name, value, at: largestEntryTime(entries) })
  }
  for (const watch of [onLCP, onCLS, onINP, onTTFB]) watch(reportOnce)
}

/** Returns when the largest shift, the slow interaction, or the last and largest paint happened. */
function largestEntryTime(entries: readonly PerformanceEntry[]): number {
  const weight = (entry: PerformanceEntry) => ('value' in entry ? Number(entry.value) : entry.startTime)
  return [...entries].sort((a, b) => weight(b) - weight(a))[0]?.startTime ?? 0
}
