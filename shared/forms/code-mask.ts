import { asciiDigits, writtenNumbers } from '@portal/contracts/written-numbers'
import type { Mask } from './masked-input.ts'

/**
 * The form holds the code only when all of its digits are there. A pasted text is refused if it has neither a code nor
 * the start of one, and `onRefused` is called: the element's `maxlength` would cut the text to some other code.
 */
export function codeMask(digits: number, onRefused: () => void): Mask<string> {
  const inText = new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`, 'g')

  /** `Код 123 456` → `123456`, also from a message with other numbers; null: there is no code, nor the start of one. */
  function read(text: string): string | null {
    const [code, ...otherCodes] = new Set(asciiDigits(text).match(inText))
    if (code && otherCodes.length === 0) return code
    const [number = '', ...others] = writtenNumbers(text)
    const isStart = others.length === 0 && /^\d+$/.test(number) && number.length <= digits
    return isStart || text.trim() === '' ? number : null
  }

  const parse = (text: string) => {
    const code = read(text)
    return code?.length === digits ? code : ''
  }

  return {
    format: (text) => read(text) ?? text,
    parse,
    show: (code) => code,
    accepts(data, rest) {
      if (data.length === 1) return /\p{Nd}/u.test(data)
      const isRead = parse(data) !== '' || read(rest + data) !== null
      if (!isRead) onRefused()
      return isRead
    },
    replacesAll: (data) => parse(data) !== '',
  }
}
