import * as z from 'zod/mini'
import { splitCharacters } from './characters.ts'

/**
 * What has no shape of its own: fillers, joiners, soft hyphens, marks of direction.
 * Joiners and selectors make an emoji.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const invisibleInEmoji = /(?!\u200D)\p{Cf}/gu
const emoji = /^\p{Extended_Pictographic}|\u20E3$/u
/** Matches the flag of a part of a country, such as England: a black flag with invisible letters. */
const regionalFlag = /^\u{1F3F4}[\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u
/** Spaces of all widths, and two signs that look like one. */
const blanks = /[\p{Zs}\u2800\u{1D159}]/gu

/**
 * A text that one person writes and others read, in one form: letters and their accents composed, no invisible
 * characters but those that make an emoji, and one kind of space. `Сергеи\u0306\u200b` → `Сергей`
 */
export function tidyText(text: string): string {
  const visible = text.search(invisible) === -1 ? text : splitCharacters(text).map(withoutInvisible).join('')
  return visible.replace(blanks, ' ').normalize('NFC').trim()
}

function withoutInvisible(character: string): string {
  if (regionalFlag.test(character)) return character
  return character.replace(emoji.test(character) ? invisibleInEmoji : invisible, '')
}

/** As `tidyText`, for a text of several lines: they end with `\n`, and no other control characters are left. */
export function tidyLines(text: string): string {
  return tidyText(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).replace(/[^\P{Cc}\n\t]/gu, '')
}

/** More accents on one letter than any language has, which cover the lines above and below. */
const pileOfMarks = /(\p{M}{3})\p{M}+/gu

export function withoutPiles(text: string): string {
  return text.replace(pileOfMarks, '$1')
}

export function noPiles() {
  return z.refine<string>((text) => withoutPiles(text) === text, { params: { code: 'pile_of_marks' } })
}

/**
 * A name beside other words: one that is written from right to left would turn around what stands next to it. Isolates
 * it there (Unicode bidi), and leaves all other names as they are.
 */
export function isolated(name: string): string {
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(name)
    ? `\u2068${name}\u2069`
    : name
}
