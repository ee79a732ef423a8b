import { type RawBuilder, sql } from 'kysely'

/** What a search looks for. `stars`: null is any. */
export type Search =
  | { kind: 'text'; pattern: string }
  | { kind: 'sum'; kopecks: number; number: number | null }
  | { kind: 'review'; stars: number | null; isCommented: boolean }

/** `№100482`, `1000`, `+1000,50₽`: the digits, the kopecks, and a sign or currency, which a number does not have. */
const sumText = /^(?<numero>№)?(?<sign>[+\-−])?(?<rubles>\d+)(?:[.,](?<kopecks>\d{1,2}))?(?<currency>₽|р\.?|руб\.?)?$/iu

/** Neither a sum nor a number has more digits. */
const MAX_DIGITS = 15

/** Undefined: there is nothing to look for. */
export function searchOf(text = ''): Search | undefined {
  const trimmed = text.trim()
  if (!trimmed) return undefined
  const withoutSpaces = trimmed.replace(/\s/g, '')
  const { numero, sign, rubles: digits = '', kopecks = '', currency } = sumText.exec(withoutSpaces)?.groups ?? {}
  if (!digits || digits.length + 2 > MAX_DIGITS) return { kind: 'text', pattern: patternOf(trimmed) }
  const isSumOnly = Boolean(sign || kopecks || currency)
  return {
    kind: 'sum',
    // No operation has a sum of nothing, so that `№` finds by the number alone.
    kopecks: numero ? 0 : Number(digits) * 100 + Number(kopecks.padEnd(2, '0')),
    number: isSumOnly ? null : Number(digits),
  }
}

/**
 * A regular expression that is the same for PostgreSQL of any locale: each letter in both cases, so that nothing depends on what
 * the database takes for a capital letter. It has no repetition but that of spaces, so it takes time in proportion to the text.
 * `Ещё 5` → `[еёЕЁ][щЩ][еёЕЁ]\s+5`
 */
function patternOf(text: string): string {
  return text
    .split(/\s+/u)
    .map((word) => [...word].map(anyCase).join(''))
    .join('\\s+')
}

function anyCase(sign: string): string {
  if (/[её]/iu.test(sign)) return '[еёЕЁ]'
  const variants = new Set([sign, sign.toLowerCase(), sign.toUpperCase()])
  // `ß` and its like have capitals of several letters.
  const letters = [...variants].filter((variant) => [...variant].length === 1)
  if (letters.length > 1) return `[${letters.join('')}]`
  return /[\p{L}\p{N}]/u.test(sign) ? sign : /[\\^\]]/.test(sign) ? `\\${sign}` : `[${sign}]`
}

/** The placeholders of a query that searches. */
export const searchValues = ['pattern', 'kopecks', 'number', 'stars', 'isCommented'] as const
export type SearchValues = Record<(typeof searchValues)[number], RawBuilder<never>>

export function valuesOfSearch(search: Search | undefined): Record<(typeof searchValues)[number], unknown> {
  return {
    pattern: search?.kind === 'text' ? search.pattern : undefined,
    kopecks: search?.kind === 'sum' ? search.kopecks : undefined,
    number: search?.kind === 'sum' ? search.number : undefined,
    stars: search?.kind === 'review' ? search.stars : undefined,
    isCommented: search?.kind === 'review' ? search.isCommented : undefined,
  }
}

/** The condition on an operation `o`. Collation C: the pattern has both cases itself, and comparing bytes is fastest. */
export function matches(kind: Search['kind'], values: SearchValues): RawBuilder<boolean> {
  const { pattern, kopecks, number, stars, isCommented } = values
  if (kind === 'text') return sql`(o.title collate "C" ~ ${pattern} or o.comment collate "C" ~ ${pattern})`
  if (kind === 'sum') return sql`(o.amount = ${kopecks}::bigint or o.number = ${number}::bigint)`
  return sql`(o.comment is not null or (o.rating is not null and not ${isCommented}::boolean))
    and (${stars}::int is null or o.rating = ${stars}::int)`
}
