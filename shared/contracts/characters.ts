import * as z from 'zod/mini'

/**
 * How many characters a reader sees in a text: a letter with its accents, a flag, and an emoji of several parts are one
 * character each. Browser and server must count the same, so `Intl.Segmenter` cannot be used: some browsers lack it or
 * have another version of Unicode. A character of very many accents counts as several, so that a text stays short.
 */
export function countCharacters(text: string): number {
  return Math.max(splitCharacters(text.normalize('NFC')).length, Math.ceil(text.length / MAX_UNITS))
}

/**
 * The longest emoji in use has 15 UTF-16 code units. More units per character, on average, count as more characters.
 */
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

/** As `z.maxLength`, but counts with `countCharacters`. */
export function maxCharacters(maxLength: number) {
  return z.refine<string>((text) => countCharacters(text) <= maxLength, { params: { code: 'too_big' } })
}
