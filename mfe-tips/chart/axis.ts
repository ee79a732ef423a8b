/** Two to four steps of 1, 2 or 5 times a power of ten: `3400` → `0, 1000, 2000, 3000, 4000`. */
export function gridLines(highest: number): number[] {
  if (highest <= 0) return [0, 100]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)
  const steps = Math.ceil(highest / step)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** Axis labels: `1 500`, from 100 000 `150 тыс.`, so that all are about as wide. */
export function formatAxis(rubles: number): string {
  const notation = rubles >= 100_000 ? 'compact' : 'standard'
  return rubles.toLocaleString('ru-RU', { notation, maximumFractionDigits: 1 })
}

/** Position of a bar in percent of the chart's width: `share` of its slot, with a maximum for a chart of few days. */
export function barBox(index: number, count: number, share: number): { x: number; width: number } {
  const slot = 100 / count
  const width = Math.min(slot, 16) * share
  return { x: index * slot + (slot - width) / 2, width }
}

export const nbsp = '\u00A0'

/** Returns a function that names the weekday or month of `2026-11-20` in Russian, without «г.». */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', ...options })
  return (day) => format.format(Date.parse(day)).replace(/ г\.$/, '')
}
