import * as z from 'zod/mini'
import { maxCharacters } from './characters.ts'
import { noCardNumber, oneLine } from './free-text.ts'
import { noPiles, tidyText } from './tidy-text.ts'

/** Scripts some of whose letters look alike. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
/** Latin letters that no one can tell from Russian ones. */
const latinLikeRussian = /^[ABCEHKMOPTXYaceopxy]+$/

/** Why a name tells nobody who that is, or passes for another person's. */
export type NameFault = 'no_letter' | 'mixed_scripts' | 'lookalike'

/** `Bepа` in Latin and Russian letters, `3оя` and `Bepa Новикова` are `mixed_scripts`; `Bepa`, all Latin, is a `lookalike`. */
export function nameFault(name: string): NameFault | undefined {
  if (!/\p{L}/u.test(name)) return 'no_letter'
  const words = name.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const hasDigit = words.some((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word))
  if (hasDigit || alike.filter((script) => script.test(name)).length > 1) return 'mixed_scripts'
  return latinLikeRussian.test(name.replace(/[^\p{L}\p{M}]/gu, '')) ? 'lookalike' : undefined
}

/** The whole name of a person: `Анна Смирнова`. */
export function personName(maxLength: number) {
  const faultless = (fault: NameFault) =>
    z.refine<string>((name) => name === '' || nameFault(name) !== fault, { params: { code: fault } })
  return partOfName(maxLength).check(
    z.minLength(1),
    faultless('no_letter'),
    faultless('mixed_scripts'),
    faultless('lookalike'),
  )
}

/** A first or last name; together they have no `nameFault`. */
export function partOfName(maxLength: number) {
  return z.string().check(z.overwrite(tidyText), noPiles(), maxCharacters(maxLength), oneLine(), noCardNumber())
}
