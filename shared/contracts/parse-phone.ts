import { writtenNumbers } from './written-numbers.ts'

/**
 * Why a text is no Russian mobile number. `incomplete`: it may still become one. `foreign`: it belongs to another
 * country. `several`: it has more than one number.
 */
export type PhoneProblem = 'incomplete' | 'foreign' | 'not_mobile' | 'too_long' | 'several'

type ParsedPhone =
  | { phone: string; problem?: undefined }
  /** `local`: the digits after the country code, as far as they are typed. */
  | { phone?: undefined; problem: 'incomplete'; local: string }
  | { phone?: undefined; problem: Exclude<PhoneProblem, 'incomplete'> }

/** Without the country code. */
const DIGITS_OF_NUMBER = 10
const COUNTRY_CODES = ['7', '8', '+7', '007', '8107']
/** What may stand before the ten digits. A field that shows `+7` invites to type the country code a second time. */
const PREFIXES = [
  '',
  ...COUNTRY_CODES,
  ...COUNTRY_CODES.flatMap((code) => ['7', '8', '+7'].map((again) => code + again)),
]

/**
 * Reads a Russian mobile number as people write it, also with words around it: `тел. 8 (999) 123-45-67 (Анна)` →
 * `+79991234567`. Every other text has a problem and is never read as some other number.
 */
export function parsePhone(text: string): ParsedPhone {
  const numbers = writtenNumbers(text)
  if (numbers.length > 1) return { problem: 'several' }
  const [number = ''] = numbers

  const locals = PREFIXES.filter((prefix) => number.startsWith(prefix)).map((prefix) => number.slice(prefix.length))
  const whole = locals.find((rest) => /^9\d{9}$/.test(rest))
  if (whole) return { phone: `+7${whole}` }
  const typed = locals.find((rest) => /^9\d{0,8}$/.test(rest))
  if (typed) return { problem: 'incomplete', local: typed }
  if (PREFIXES.some((prefix) => prefix.startsWith(number))) return { problem: 'incomplete', local: '' }
  const digitCount = number.replace(/\D/g, '').length
  if (digitCount >= 2 * DIGITS_OF_NUMBER) return { problem: 'several' }
  if (locals.some((rest) => /^9\d{10}/.test(rest))) return { problem: 'too_long' }
  const hasOtherCode = /^(\+|00|810)(?!7)/.test(number)
  const isKazakh = /^(\+7|007|8107|[78])[67]/.test(number)
  return { problem: hasOtherCode || isKazakh || digitCount > 1 + DIGITS_OF_NUMBER ? 'foreign' : 'not_mobile' }
}
