import type { CardNetwork } from './vault.ts'

/** First digits of the networks whose cards can be paid to in Russia. */
const prefixes: readonly [CardNetwork, RegExp][] = [
  ['mir', /^220[0-4]/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
]

/** The number may still be incomplete. Undefined if the network is not known yet, or does not take payouts. */
export function cardNetwork(number: string): CardNetwork | undefined {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0]
}

/** Sixteen to nineteen digits whose last digit is the right check digit (Luhn). */
export function isCardNumber(number: string): boolean {
  return /^\d{16,19}$/.test(number) && passesLuhn(number)
}

export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
