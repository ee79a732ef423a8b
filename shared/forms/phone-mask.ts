import { type MaskitoOptions, maskitoTransform } from '@maskito/core'

const digit = /\d/
const digitCount = 10

/**
 * The ten digits after the country code: `8 (999) 123-45-67`, `+7999…`, `7999…`, `999…` and with blanks or newlines give
 * the same. No Russian mobile number begins with 7 or 8, so these are the country's.
 */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^[78]/, '').slice(0, digitCount)
}

export const phoneMask: MaskitoOptions = {
  mask: [
    ...['+', '7', ' ', '('],
    ...[digit, digit, digit],
    ...[')', ' '],
    ...[digit, digit, digit],
    '-',
    ...[digit, digit],
    '-',
    ...[digit, digit],
  ],
  preprocessors: [
    ({ elementState, data }) => {
      // Autofill and the like put the whole text in without a key; then all of it is parsed again.
      if (!data) return { elementState: { ...elementState, ...withoutCountry(elementState) }, data }
      const before = elementState.value.slice(0, elementState.selection[0])
      return { elementState, data: phoneDigits(before) === '' ? phoneDigits(data) : data.replace(/\D/g, '') }
    },
  ],
}

function withoutCountry({ value, selection }: { value: string; selection: readonly [number, number] }) {
  if (value === '' || value.startsWith('+7 (')) return { value, selection }
  const local = phoneDigits(value)
  return { value: local, selection: [local.length, local.length] as const }
}

/** `+79991` → `+7 (999) 1`, as far as it is typed. */
export function phoneText(phone: string): string {
  const local = phoneDigits(phone)
  return local === '' ? '' : maskitoTransform(local, phoneMask)
}

/** What the form holds: `+79991234567`, shorter while it is being typed, '' without a digit. */
export function phoneValue(text: string): string {
  const local = phoneDigits(text)
  return local === '' ? '' : `+7${local}`
}
