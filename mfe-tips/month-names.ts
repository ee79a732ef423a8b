import { dayFormat, nbsp } from './chart/axis.ts'

/** `2026-11` → «ноябрь». */
export const monthName = dayFormat({ month: 'long' })
/** `2026-11` → «ноябрь 2026». */
export const monthAndYear = dayFormat({ month: 'long', year: 'numeric' })
const shortMonth = dayFormat({ month: 'short' })

/** Under a chart: `2026-11` → `ноя`. */
export function formatMonthTick(month: string): string {
  return shortMonth(month).slice(0, 3)
}

/** `2026-11-20` → «в ноябре». */
export function inMonth(day: string): string {
  return `в${nbsp}${monthName(day).replace(/[ьй]$/, '')}е`
}
