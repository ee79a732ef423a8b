import { momentText } from '@portal/contracts/date-text'
import { formatRubles, formatSignedRubles } from '@portal/contracts/money-text'
import { zoneText } from '@portal/contracts/zone-text'

/** Kopecks: 50000 → `+500 ₽`, -50000 → `−500 ₽`, 0 → `0 ₽`. */
export function signed(kopecks: number): string {
  return kopecks === 0 ? formatRubles(0) : formatSignedRubles(kopecks / 100, kopecks > 0 ? 'in' : 'out')
}

const monthName = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long' })

/** `2026-11` → `Ноябрь 2026` */
export function formatMonth(month: string): string {
  const name = monthName.format(new Date(`${month}-01`))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${month.slice(0, 4)}`
}

/** `24.11.2026, 15:04 (МСК)` */
export function formatIssue(at: Date, timeZone: string): string {
  return `${momentText(at, timeZone)} (${zoneText(timeZone, at)})`
}
