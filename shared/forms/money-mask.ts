import type { MaskitoOptions } from '@maskito/core'

const nbsp = '\u00A0'
const MAX_DIGITS = 9

/**
 * Only digits and one separator; a leading zero or dot is dropped: `007,5,1` → `7,51`, `.5` → `5`, `1 234р` → `1234`.
 * A dot is shown as a comma.
 */
export function moneyDigits(text: string): string {
  const allowed = text
    .replace(/[^\d.,]/g, '')
    .replaceAll('.', ',')
    .replace(/^[0,]+/, '')
  const [whole = '', ...fraction] = allowed.split(',')
  const rubles = whole.slice(0, MAX_DIGITS)
  return fraction.length > 0 ? `${rubles},${fraction.join('').slice(0, 2)}` : rubles
}

/** `1234,5` → `1 234,5` with U+00A0. */
export function moneyText(text: string): string {
  const [whole = '', fraction] = moneyDigits(text).split(',')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, nbsp)
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** Whole rubles: `1 234,5` → 1235, '' → null. */
export function moneyValue(text: string): number | null {
  const digits = moneyDigits(text)
  return digits === '' ? null : Math.round(Number(digits.replace(',', '.')))
}

export const moneyMask: MaskitoOptions = {
  mask: /^[\d\u00A0.,]*$/,
  preprocessors: [
    ({ elementState, data }) => {
      const separated = /[.,]/.test(elementState.value)
      const allowed = data.replace(/[^\d.,]/g, '')
      return { elementState, data: separated ? allowed.replace(/[.,]/g, '') : allowed }
    },
  ],
  postprocessors: [
    ({ value, selection }) => {
      const grouped = moneyText(value)
      // The caret stays behind the same digit, whatever blanks come or go before it.
      const caret = (position: number) => {
        const behind = moneyDigits(value.slice(0, position)).length
        let index = 0
        for (let seen = 0; seen < behind && index < grouped.length; index += 1) if (grouped[index] !== nbsp) seen += 1
        return index
      }
      return { value: grouped, selection: [caret(selection[0]), caret(selection[1])] }
    },
  ],
}
