import { cutText } from './characters.ts'
import { dayText, rangeText } from './date-text.ts'
import type { OperationFilter } from './operation.ts'

const subjects = {
  all: ['Операции', 'operations'],
  tip: ['Чаевые', 'tips'],
  payout: ['Выводы', 'payouts'],
  transfer: ['Переводы', 'transfers'],
} as const

type FileOf = OperationFilter & {
  /** The restaurant's name; absent for all restaurants. */
  restaurant?: string | undefined
  /** Today at the restaurant. A filter without an end ends today. */
  today: string
}

/**
 * The name of the CSV file: `Операции Берёзка 16.11.2026–22.11.2026.csv`, or `Операции Берёзка по 22.11.2026.csv` for a
 * filter without a first day.
 */
export function operationsFileName({ type, from, to, restaurant = '', today }: FileOf): string {
  const last = to ?? today
  const days = from ? rangeText({ from, to: last }) : `по ${dayText(last)}`
  return `${[subjects[type ?? 'all'][0], inFileName(restaurant), days].filter(Boolean).join(' ')}.csv`
}

/** The ASCII name for clients that cannot read the other: `operations-16.11.2026-22.11.2026.csv`. */
export function asciiFileName({ type, from, to, today }: FileOf): string {
  return `${[subjects[type ?? 'all'][1], from && dayText(from), dayText(to ?? today)].filter(Boolean).join('-')}.csv`
}

/** Removes characters that some system forbids in the name of a file: `Кафе "У моря" / бар` → `Кафе У моря бар`. */
export function inFileName(text: string): string {
  const allowed = text
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(allowed, 60).trimEnd()
}
