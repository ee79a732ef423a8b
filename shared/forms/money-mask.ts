import { asciiDigits } from '@portal/contracts/written-numbers'
import type { Mask } from './masked-input.ts'

const nbsp = '\u00A0'
const CURRENCY = /(?:₽|р|руб(?:л[а-яё]+)?|rub)\.?$/iu

/**
 * Reads a sum with one separator and at most two decimals: `1 234.5 ₽` → `1234,5`. A leading zero or separator is
 * dropped: `007` → `7`, `,5` → `5`. Null: the text is no sum.
 */
function readSum(text: string): string | null {
  const written = asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(CURRENCY, '')
    .trim()
  // The mask puts in U+00A0, which the next key may leave anywhere. Other blanks may stand between two sums.
  if (/\d[^\S\u00A0]+\d/.test(written) && !/^\d{1,3}(\s\d{3})+([.,]|$)/.test(written)) return null
  const plain = written.replace(/\s/g, '')
  if (/^[0.,]*$/.test(plain) && !/[.,].*[.,]/.test(plain)) return ''
  const [, rubles, separator = '', kopecks = ''] = /^(?:0*|[.,])([1-9]\d{0,14})(?:([.,])(\d{0,2}))?$/.exec(plain) ?? []
  if (rubles === undefined) return null
  return `${rubles}${separator && ','}${kopecks}`
}

/** Whether the text is a sum, or nothing. */
export function isSum(text: string): boolean {
  return readSum(text) !== null
}

/** Whole rubles, null where there is no sum. Shown as `1 234,5` with U+00A0. */
export const moneyMask: Mask<number | null> = {
  format(text) {
    const sum = readSum(text)
    if (sum === null) return text
    const [rubles = '', kopecks] = sum.split(',')
    const grouped = rubles.replace(/\B(?=(\d{3})+$)/g, nbsp)
    return kopecks === undefined ? grouped : `${grouped},${kopecks}`
  },
  parse(text) {
    const sum = readSum(text)
    return sum ? Math.round(Number(sum.replace(',', '.'))) : null
  },
  show: (rubles) => (rubles === null ? '' : moneyMask.format(String(rubles))),
  accepts: (data, rest) => data.length > 1 || /\p{Nd}/u.test(data) || (/[.,]/.test(data) && !/[.,]/.test(rest)),
}
