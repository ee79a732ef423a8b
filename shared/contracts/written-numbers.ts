/** Writes the digits of every script as ASCII: `٤１` → `41`. */
export function asciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    // In Unicode the ten digits of a script follow each other, and some scripts follow each other, too. `zero` becomes
    // the first digit of the whole row, so the distance from it modulo 10 is the value.
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((point - zero) % 10)
  })
}

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

/**
 * Reads a number as people write it, with a comma or a dot: `7,5` → 7.5. Null: it is no such number,
 * as `0x10` or `1e5`.
 */
export function parseDecimal(text: string): number | null {
  const plain = asciiDigits(text.trim()).replace('−', '-').replace(',', '.')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null
}
