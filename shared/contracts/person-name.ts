import * as z from 'zod/mini'
import { oneLine } from './free-text.ts'
import { writtenText } from './written-text.ts'

/** Scripts some of whose letters look alike. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
/** Latin letters (also small capitals) and Greek letters that look exactly like Russian ones. */
const looksRussian = /^(?:[ABCEHKMOPTXYaceopxyᴀʙᴄᴇʜᴋᴍᴏᴘᴛ]+|[ΑΒΓΕΗΚΛΜΟΠΡΤΥΦΧο]+)$/

/** Why a name is unreadable, or could be taken for the name of another user. */
export type NameFault = 'no_letter' | 'mixed_scripts' | 'lookalike'

/**
 * `Bepа` in Latin and Russian letters, `3оя` and `Bepa Новикова` are `mixed_scripts`; `Bepa`, all Latin,
 * is a `lookalike`.
 */
export function nameFault(name: string): NameFault | undefined {
  // NFKD shows the base letters of accented, mathematical and full-width letters, so that these are compared.
  // Apostrophes that count as letters (`Lm`) belong to no script and are left out.
  const compared = name.replace(/\p{L}\p{M}*/gu, (letter) => letter.normalize('NFKD')).replace(/\p{Lm}/gu, '')
  const letters = compared.match(/\p{L}/gu) ?? []
  if (letters.length === 0) return 'no_letter'
  const isMixed = alike.some((script) => script.test(compared) && !letters.every((letter) => script.test(letter)))
  if (isMixed || /\p{L}\p{M}*\p{N}|\p{N}\p{L}/u.test(compared)) return 'mixed_scripts'
  return looksRussian.test(letters.join('')) ? 'lookalike' : undefined
}

/** A whole name: `Анна Смирнова`. */
export function personName(maxLength: number) {
  const faultless = (fault: NameFault) =>
    z.refine<string>((name) => name === '' || nameFault(name) !== fault, { params: { code: fault } })
  return namePart(maxLength).check(
    z.minLength(1),
    faultless('no_letter'),
    faultless('mixed_scripts'),
    faultless('lookalike'),
  )
}

/** A first or a last name. `nameFault` is checked for both together. */
export function namePart(maxLength: number) {
  return writtenText(maxLength).check(oneLine())
}
