import type { MaskitoOptions } from '@maskito/core'

const digit = /\d/
const MAX_DIGITS = 19

/** Returns the digits of a text: `2200-7013 9595 4321` → `2200701395954321`. */
export function cardDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, MAX_DIGITS)
}

/** Groups of four: `22007013` → `2200 7013`; the three digits after sixteen are a group of their own. */
export function cardText(number: string): string {
  return cardDigits(number).replace(/\d{4}(?=\d)/g, '$& ')
}

/** 4-4-4-4, and up to nineteen digits. */
export const cardMask: MaskitoOptions = {
  mask: Array.from({ length: MAX_DIGITS }, (_, index) =>
    index > 0 && index % 4 === 0 ? [' ', digit] : [digit],
  ).flat(),
  // A blank is behind a group only when digits follow.
  postprocessors: [
    ({ value, selection: [from, to] }) => {
      const shown = value.trimEnd()
      return { value: shown, selection: [Math.min(from, shown.length), Math.min(to, shown.length)] }
    },
  ],
}
