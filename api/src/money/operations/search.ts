import { searchedWords } from '@portal/contracts/find-text'
import { type RawBuilder, sql } from 'kysely'

/** `stars`: only reviews with this number of stars, otherwise null. */
export type ReviewSearch = { kind: 'review'; stars: number | null; isCommented: boolean }

/** What a search looks for. */
export type Search =
  | { kind: 'text'; patterns: string[] }
  | { kind: 'sum'; kopecks: number; number: number | null }
  | ReviewSearch

/** Matches a number or a sum: `№100482`, `1000`, `+1000,50₽`. Only sums have a sign, kopecks or a currency. */
const sumText = /^(?<numero>№)?(?<sign>[+\-−])?(?<rubles>\d+)(?:[.,](?<kopecks>\d{1,2}))?(?<currency>₽|р\.?|руб\.?)?$/iu

/** No sum and no number has more digits. */
const MAX_DIGITS = 15

/** Returns undefined if the text has no words. */
export function parseSearch(text = ''): Search | undefined {
  const words = searchedWords(text)
  if (words.length === 0) return undefined
  const { numero, sign, rubles: digits = '', kopecks = '', currency } = sumText.exec(words.join(''))?.groups ?? {}
  if (!digits || digits.length + 2 > MAX_DIGITS) return { kind: 'text', patterns: likePatterns(words) }
  const isSumOnly = Boolean(sign || kopecks || currency)
  return {
    kind: 'sum',
    // No operation has a sum of zero, so a text with `№` finds only the number.
    kopecks: numero ? 0 : Number(digits) * 100 + Number(kopecks.padEnd(2, '0')),
    number: isSumOnly ? null : Number(digits),
  }
}

/** PostgreSQL caches 32 compiled patterns in a session. With more, it would compile them again for each operation. */
const MAX_PATTERNS = 16
/** Characters that may follow each letter: accents and invisible ones. */
const unseen =
  '[\\u00ad\\u0300-\\u036f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]*'

/**
 * A regular expression for each word. It contains each letter in both cases, because the database's locale may not know
 * all capitals. Its only repetition (`unseen`) matches no letter of the word, so matching takes linear time. From the
 * sixteenth word on, words must follow each other.
 * `Ещё 5` → `[еёЕЁ][щЩ][еёЕЁ]`, `5`, with `unseen` behind each letter
 */
function likePatterns(words: readonly string[]): string[] {
  const patterns = words.map((word) => [...word].map((sign) => anyCase(sign) + unseen).join(''))
  const following = patterns.slice(MAX_PATTERNS - 1)
  return [...patterns.slice(0, MAX_PATTERNS - 1), ...(following.length > 0 ? [following.join('\\s+')] : [])]
}

/** Matches a letter in both cases, also as letter and accent: `й` → `(?:[йЙ]|[иИ]\u0306)` */
function anyCase(sign: string): string {
  if (sign === 'е') return '[еёЕЁ]'
  const [letter = '', ...accents] = sign.normalize('NFD')
  return accents.length === 0 ? bothCases(sign) : `(?:${bothCases(sign)}|${bothCases(letter)}${accents.join('')})`
}

function bothCases(sign: string): string {
  // Some letters, such as `ß`, have capitals of several letters.
  const letters = [...new Set([sign, sign.toUpperCase()])].filter((variant) => [...variant].length === 1)
  if (letters.length > 1) return `[${letters.join('')}]`
  return /[\p{L}\p{N}]/u.test(sign) ? sign : /[\\^\]]/.test(sign) ? `\\${sign}` : `[${sign}]`
}

/**
 * The condition on an operation. Collation C: the pattern has both cases itself, and comparing bytes is fastest.
 */
export function matches(search: Search): RawBuilder<boolean> {
  switch (search.kind) {
    case 'text':
      return sql`coalesce(title || ' ' || comment, title) collate "C" ~ all(${search.patterns}::text[])`
    case 'sum':
      return sql`(amount = ${search.kopecks}::bigint or number = ${search.number}::bigint)`
    case 'review':
      return matchesReview(search)
  }
}

/** Each filter has its own condition, so that PostgreSQL can use the index on ratings. */
function matchesReview({ stars, isCommented }: ReviewSearch): RawBuilder<boolean> {
  const isReview = isCommented
    ? sql<boolean>`comment is not null`
    : sql<boolean>`(rating is not null or comment is not null)`
  return stars === null ? isReview : sql`(${isReview} and rating = ${stars}::int)`
}
