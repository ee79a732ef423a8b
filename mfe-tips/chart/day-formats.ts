export const nbsp = '\u00A0'

/** Returns a function that names the weekday or month of `2026-11-20` in Russian, without «г.». */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', ...options })
  return (day) => format.format(Date.parse(day)).replace(/ г\.$/, '')
}
