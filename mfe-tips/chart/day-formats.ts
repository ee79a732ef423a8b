export const nbsp = '\u00A0'

/** Returns a function that formats `2026-11-20` in Russian, without «г.» and without a place where the line may break. */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', ...options })
  return (day) => format.format(Date.parse(day)).replace(/ г\.$/, '').replaceAll(' ', nbsp)
}

/** `20 ноября` */
export const dayAndMonth = dayFormat({ day: 'numeric', month: 'long' })
/** `20 ноября 2025` */
export const fullDate = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })
