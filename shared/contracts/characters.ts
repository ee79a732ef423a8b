import * as z from 'zod/mini'

/**
 * How many characters a reader counts in a text: a letter with its accents, a flag and an emoji of several parts are one
 * each. One rule for the browser and the server, which `Intl.Segmenter` is not: browsers lack it or know another Unicode.
 * `MAX_UNITS` bounds what a pile of accents can bring to the database.
 */
export function countCharacters(text: string): number {
  const seen = text
    .normalize('NFC')
    .replace(/\r\n/g, '\n')
    .replace(flags, '.')
    .replace(joined, '')
    .replace(extending, '')
  return Math.max([...seen].length, Math.ceil(text.length / MAX_UNITS))
}

/** The average of UTF-16 code units per character may not exceed it: the longest emoji in use has 15. */
const MAX_UNITS = 16

const flags = /\p{Regional_Indicator}{2}/gu
/** What is one sign with the emoji before it: 👩 and this → 👩‍🍳. */
const joined = /\u200D\p{Extended_Pictographic}/gu
/** Accents, variation selectors, skin tones, joiners and the letters inside of regional flags. */
const extending = /[\p{M}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]|\u200C|\u200D/gu

/** Checks the length like `z.maxLength`, counted by `countCharacters`. */
export function maxCharacters(maxLength: number) {
  return z.refine<string>((text) => countCharacters(text) <= maxLength, { params: { code: 'too_big' } })
}
