import * as z from 'zod/mini'
import { passesLuhn } from './card-number.ts'
import { uuidPattern } from './uuid.ts'
import { asciiDigits } from './written-numbers.ts'

/**
 * A text that users write must not contain a card number, because texts are shown, logged and exported.
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

/** A name is one line without control characters, which could command a terminal or break a message. */
export function oneLine() {
  return z.refine<string>((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), { params: { code: 'control_character' } })
}

const uuids = new RegExp(uuidPattern, 'gi')
/**
 * Digits in groups, with what people write between them: spaces, dashes, invisible characters, and the keycap marks of
 * digits that are emoji.
 */
const runOfDigits = /\d(?:[\s\p{Pd}\p{Cf}\p{M}]{0,3}\d){12,}/gu
/**
 * A number in the groups that are printed on a card, with the same sign between all of them: `2200.1234.5678.9019`.
 * Only these groups may have any sign, because other numbers have dots and commas, too.
 */
const printedGroups = /(?<!\d)\d{4}([^\d\p{L}\s])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})(?!\d)/gu

/** The card numbers of a text as they are written there, with their separators. */
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
 * All parts of a run with up to five neighbouring groups, to find a card among other numbers: `2200 1234 5678 9019 12
 * 26`. A part ends before a group of one or two digits, as phones have: the groups of a card have three digits or more.
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

/** Whether it is a valid card number. Cards of people begin with 2 to 6. */
function isCard(digits: string): boolean {
  return /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits)
}

/** `４１１１`, `④①①①` and `٤١١١` → `4111`. */
function plainDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
}
