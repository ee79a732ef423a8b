import { writtenNumbers } from '@portal/contracts/written-numbers'
import type { Mask } from './masked-input.ts'

const MAX_DIGITS = 19

/**
 * Returns the digits of a text with one number: `карта 2200-7013 9595 4321` → `2200701395954321`; null for any other.
 */
function readCard(text: string): string | null {
  if (text.trim() === '') return ''
  const [number, ...others] = writtenNumbers(text)
  return number && others.length === 0 && /^\d+$/.test(number) && number.length <= MAX_DIGITS ? number : null
}

/** Whether the text may be the number of a card, or a part of one. */
export function isCardText(text: string): boolean {
  return readCard(text) !== null
}

/** Shows groups of four: `2200 7013 9595 4321`, and up to nineteen digits. The form holds the digits. */
export const cardMask: Mask<string> = {
  format: (text) => readCard(text)?.replace(/\d{4}(?=\d)/g, '$& ') ?? text,
  parse: (text) => readCard(text) ?? text,
  show: (number) => cardMask.format(number),
  accepts: (data) => data.length > 1 || /[\p{Nd}\s-]/u.test(data),
}
