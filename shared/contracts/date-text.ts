import type { DayRange } from './day.ts'

// The form of all dates in screens, messages and files.

/** `2026-11-20` → `20.11.2026` */
export function dayText(day: string): string {
  return day.split('-').reverse().join('.')
}

/** `16.11.2026–22.11.2026`, `16.11.2026` */
export function rangeText({ from, to }: DayRange): string {
  return from === to ? dayText(from) : `${dayText(from)}–${dayText(to)}`
}

/** `20.11.2026, 15:04` by the clock of a time zone, with a space at which no line breaks. */
export function momentText(moment: string | number | Date, timeZone: string): string {
  return formatIn(timeZone).format(new Date(moment)).replace(' ', '\u00A0')
}

/** `15:04` */
export function timeText(moment: string | number | Date, timeZone: string): string {
  return momentText(moment, timeZone).slice(-5)
}

/** 9 → `09:00` */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** A format takes longer to create than to use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const [day, number] = ['2-digit', 'numeric'] as const
    format = new Intl.DateTimeFormat('ru-RU', { timeZone, day, month: day, year: number, hour: day, minute: day })
    formats.set(timeZone, format)
  }
  return format
}
