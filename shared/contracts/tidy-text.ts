import * as z from 'zod/mini'
import { splitCharacters } from './characters.ts'

/**
 * Characters without a shape of their own: fillers, joiners, soft hyphens, direction marks. An emoji needs its joiners
 * and selectors.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const invisibleInEmoji = /(?!\u200D)\p{Cf}/gu
const emoji = /^\p{Extended_Pictographic}|\u20E3$/u
/** Matches the flag of a part of a country, such as England: a black flag with invisible letters. */
const regionalFlag = /^\u{1F3F4}[\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u
/** Spaces of all widths, and two signs that look like one. */
const blanks = /[\p{Zs}\u2800\u{1D159}]/gu

/**
 * A text that one user writes and others read, in a normal form: letters and accents are composed, all spaces are the
 * same, and invisible characters remain only inside of emoji. `Сергеи\u0306\u200b` → `Сергей`
 */
export function tidyText(text: string): string {
  const visible = text.search(invisible) === -1 ? text : splitCharacters(text).map(withoutInvisible).join('')
  return visible.replace(blanks, ' ').normalize('NFC').trim()
}

function withoutInvisible(character: string): string {
  if (regionalFlag.test(character)) return character
  return character.replace(emoji.test(character) ? invisibleInEmoji : invisible, '')
}

/**
 * As `tidyText`, for a text of several lines. Lines end with `\n`; other control characters except tabs are removed.
 */
export function tidyLines(text: string): string {
  return tidyText(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).replace(/[^\P{Cc}\n\t]/gu, '')
}

/** More accents on one letter than any language uses. They would cover the lines above and below. */
const pileOfMarks = /(\p{M}{3})\p{M}+/gu

export function withoutPiles(text: string): string {
  return text.replace(pileOfMarks, '$1')
}

export function noPiles() {
  return z.refine<string>((text) => withoutPiles(text) === text, { params: { code: 'pile_of_marks' } })
}

/**
 * A name between other words. A name that is written from right to left would reverse the words next to it, so it is
 * isolated by the characters of Unicode for this. All other names stay as they are.
 */
export function isolated(name: string): string {
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(name)
    ? `\u2068${name}\u2069`
    : name
}
