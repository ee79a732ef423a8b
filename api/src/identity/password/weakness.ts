import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { Problem } from '../../http/problem.ts'
import { spellings } from './spellings.ts'

/** Words of the user that the password may not consist of. */
export type PasswordOwner = { phone: string; name: string; restaurants: readonly string[] }

export type Weakness = 'password_common' | 'password_predictable' | 'password_personal' | 'password_phone'

/** The minimum, as decimal logarithm of the guesses: 8 for eight random characters, below 6 for a word with a year. */
const MIN_GUESSES_LOG10 = 7.5
/** The minimum without punctuation, which users put around words. Two words have more than this. */
const MIN_GUESSES_LOG10_BARE = 5
/** Only the first characters are rated. If they are hard to guess, so is the whole password. */
const MAX_JUDGED = 32

const productWords = ['чаевые', 'чаевых', 'chaevye', 'chaevie', 'chaevyh', 'tips', 'netmonet', 'ресторан', 'официант']

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_JUDGED })

/** Returns why a password is easy to guess, or undefined if it is not. */
export function findWeakness(password: string, owner: PasswordOwner): Weakness | undefined {
  const { hasPhone, rest } = withoutPhone(password, owner.phone)
  const words = personalWords(owner)
  const bare = rest.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const weakness =
    firstWeakness(spellings(rest), MIN_GUESSES_LOG10, words) ??
    firstWeakness(spellings(bare), MIN_GUESSES_LOG10_BARE, words)
  return hasPhone && weakness ? 'password_phone' : weakness
}

/** @throws Problem 422 `password_weak` with the reason in the field `password` */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const weakness = findWeakness(password, owner)
  if (weakness) throw new Problem(422, 'password_weak', { errors: { password: [weakness] } })
}

function firstWeakness(texts: readonly string[], minGuesses: number, personal: string[]): Weakness | undefined {
  for (const text of texts) {
    const weakness = judge(text, minGuesses, personal)
    if (weakness) return weakness
  }
  return undefined
}

function judge(text: string, minGuesses: number, personal: string[]): Weakness | undefined {
  // The text is empty if it consisted of the user's phone.
  const { guessesLog10, sequence } = estimator.check(text.slice(0, MAX_JUDGED) || '0', personal)
  if (guessesLog10 >= minGuesses) return undefined
  const matches = sequence as readonly { pattern: string; dictionaryName?: string }[]
  if (matches.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'password_personal'
  return matches.some(({ pattern }) => pattern === 'dictionary') ? 'password_common' : 'password_predictable'
}

/** Removes all spellings of the user's phone: `+7 (916) 000-00-01`, `8.916.000.00.01`, `9160000001`. */
function withoutPhone(password: string, phone: string): { hasPhone: boolean; rest: string } {
  const digits = [...phone.slice(2)].join('[^\\p{L}\\d]*')
  const rest = password.replace(new RegExp(`(\\+?\\s*[78])?[^\\p{L}\\d]*${digits}`, 'u'), '')
  return { hasPhone: rest !== password, rest }
}

/** Finds the user's words of three letters or more: shorter ones are part of too many other words. */
function personalWords({ phone, name, restaurants }: PasswordOwner): string[] {
  const words = [name, ...restaurants].flatMap((text) => [text.replaceAll(' ', ''), ...text.split(/[^\p{L}\p{N}]+/u)])
  const usable = [...words, ...productWords].filter((word) => word.length >= 3)
  return [...new Set([...usable.flatMap(spellings), phone.slice(2), phone.slice(5)])]
}
