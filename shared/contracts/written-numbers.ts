import { asciiDigits } from './ascii-digits.ts'

/** Messengers paste direction marks and zero-width characters; keycap emoji have combining marks. */
const INVISIBLE = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu
const PLUS_SIGNS = /[＋﹢⁺]/g
/** What people write between groups of digits: spaces, brackets, dashes, dots, slashes. */
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}−⁄./\\·_~\u2800]/gu

/** Returns the numbers of a text without the separators in them: `тел. +7 (999) 123 доб. ４` → `['+7999123', '4']`. */
export function writtenNumbers(text: string): string[] {
  const written = asciiDigits(text).replace(INVISIBLE, '').replace(PLUS_SIGNS, '+').replace(SEPARATORS, '')
  return (written.match(/[+\d]+/g) ?? []).filter((number) => /\d/.test(number))
}
