import * as z from 'zod/mini'
import { asciiDigits } from './ascii-digits.ts'
import { passesLuhn } from './card-number.ts'
import { uuidPattern } from './uuid.ts'

/**
 * A text that people write must not hold the number of a card: texts are shown, logged and exported, card numbers are
 * not.
 */
export function noCardNumber() {
  return z.refine<string>((text) => !hasCardNumber(text), { params: { code: 'card_number' } })
}

export function hasCardNumber(text: string): boolean {
  return cardNumbers(plainDigits(text)).length > 0
}

/** Masks card numbers in texts that cannot be rejected, as in a comment: `карта 2200 1234 5678 9019` → `карта ••••`. */
export function withoutCardNumbers(text: string): string {
  if (!hasCardNumber(text)) return text
  return cardNumbers(plainDigits(text)).reduce((rest, number) => rest.replaceAll(number, '••••'), plainDigits(text))
}

/** A name is one line without control characters, which a terminal obeys and a message breaks at. */
export function oneLine() {
  return z.refine<string>((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), { params: { code: 'control_character' } })
}

const uuids = new RegExp(uuidPattern, 'gi')
/**
 * Digits in groups, with what people put between groups: invisible characters, and the frames of digits that are emoji.
 */
const runOfDigits = /\d(?:[\s\p{Pd}\p{Cf}\p{M}]{0,3}\d){12,}/gu
/**
 * The number as a card prints it, with one sign between the groups: `2200.1234.5678.9019`. Other numbers have such
 * signs too.
 */
const printedGroups = /(?<!\d)\d{4}([^\d\p{L}\s])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})(?!\d)/gu

/** The groups of digits as they are written. */
function cardNumbers(text: string): string[] {
  const searched = text.replace(uuids, ' _ ')
  const isCardText = (part: string) => isCard(part.replace(/\D/g, ''))
  const printed = [...searched.matchAll(printedGroups)].map(([groups]) => groups).filter(isCardText)
  const runs = [...searched.matchAll(runOfDigits)].flatMap(([run]) => {
    return isCardText(run) ? [run] : neighbouringGroups(run).filter(isCardText)
  })
  return [...printed, ...runs]
}

/**
 * Up to five neighbouring groups of a run: a card among other numbers, as in `2200 1234 5678 9019 12 26`. Cards are
 * written in groups of three digits or more, phones are not.
 */
function neighbouringGroups(run: string): string[] {
  const groups = [...run.matchAll(/\d+/g)]
  return groups.flatMap((first, from) => {
    const near = groups.slice(from, from + 5)
    const short = near.findIndex(([digits]) => digits.length < 3)
    return near
      .slice(0, short === -1 ? near.length : short)
      .map((last) => run.slice(first.index, last.index + last[0].length))
  })
}

/** Returns whether it is a card of a network that exists: no other first digit is in use for cards of people. */
function isCard(digits: string): boolean {
  return /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits)
}

/** `４１１１`, `④①①①` and `٤١١١` → `4111`. */
function plainDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
}
