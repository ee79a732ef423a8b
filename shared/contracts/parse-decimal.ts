import { asciiDigits } from './ascii-digits.ts'

/**
 * Reads a number as people write it, with a comma or a dot: `7,5` → 7.5. Null: it is no such number,
 * as `0x10` or `1e5`.
 */
export function parseDecimal(text: string): number | null {
  const plain = asciiDigits(text.trim()).replace('−', '-').replace(',', '.')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null
}
