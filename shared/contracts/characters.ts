import * as z from 'zod/mini'

/**
 * How many characters a reader counts in a text: a letter with its accents, a flag and an emoji of several parts are
 * one each. One rule for the browser and the server, which `Intl.Segmenter` is not: browsers lack it or know another
 * Unicode. `MAX_UNITS` bounds what a pile of accents can bring to the database.
 */
export function countCharacters(text: string): number {
  return Math.max(splitCharacters(text.normalize('NFC')).length, Math.ceil(text.length / MAX_UNITS))
}

/** The average of UTF-16 code units per character may not exceed it: the longest emoji in use has 15. */
const MAX_UNITS = 16

/**
 * A flag, or any sign with what belongs to it: the emoji that are joined to it (👩 and 🍳 are 👩‍🍳), accents,
 * variation selectors, skin tones, joiners and the letters inside of regional flags.
 */
const characters =
  /(?:\r\n|\p{Regional_Indicator}{2}|.)(?:\u200D\p{Extended_Pictographic}|[\p{M}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]|\u200C|\u200D)*/gsu

export function splitCharacters(text: string): string[] {
  return text.match(characters) ?? []
}

/** The first characters that have at most `maxLength` UTF-16 code units together. No character is cut in two. */
export function cutText(text: string, maxLength: number): string {
  let end = 0
  for (const [character] of text.matchAll(characters)) {
    if (end + character.length > maxLength) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Checks the length like `z.maxLength`, counted by `countCharacters`. */
export function maxCharacters(maxLength: number) {
  return z.refine<string>((text) => countCharacters(text) <= maxLength, { params: { code: 'too_big' } })
}
