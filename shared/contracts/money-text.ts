const nbsp = '\u00A0'

const whole = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 0, maximumFractionDigits: 0 })
const fractional = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Rubles: `1234` → `1 234 ₽`, `1234.5` → `1 234,50 ₽`, `-500` → `−500 ₽`. Spaces are U+00A0, the minus is U+2212. */
export function formatRubles(rubles: number): string {
  const kopecks = Math.round(Math.abs(rubles) * 100)
  const digits = (kopecks % 100 === 0 ? whole : fractional).format(kopecks / 100).replace(/\s/g, nbsp)
  return `${rubles < 0 && kopecks > 0 ? '\u2212' : ''}${digits}${nbsp}₽`
}

/** `500, 'in'` → `+500 ₽`; `1000, 'out'` → `−1 000 ₽`. */
export function formatSignedRubles(rubles: number, direction: 'in' | 'out'): string {
  return `${direction === 'in' ? '+' : '\u2212'}${formatRubles(Math.abs(rubles))}`
}
