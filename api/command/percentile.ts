/** `percentile(times, 0.99)` returns the 99th percentile; 0 when there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** `median(visits, 'live')` returns the median of this figure of all visits. */
export function median<Key extends string>(all: readonly Record<Key, number>[], key: Key): number {
  const values = all.map((one) => one[key])
  return percentile(values, 0.5)
}
