import { countCharacters } from '@portal/contracts/characters'
import { parseDecimal } from '@portal/contracts/written-numbers'
import { plural } from '@portal/shared/format/plural'
import { rule } from './rule.ts'

/** A number (or a text that is one) by its value, any other text by its characters, a list by its items. */
export const min = (minimum: number, own?: string) => within(minimum, Infinity, toSize, own)

/** Measures as `min` does. */
export const max = (maximum: number, own?: string) => within(-Infinity, maximum, toSize, own)

/** Both ends included; measures as `min` does. */
export const between = (minimum: number, maximum: number, own?: string) => within(minimum, maximum, toSize, own)

/** Characters, be they digits, or items: `length(8)` and more, `length(0, 50)`, `length(6, 6)`. */
export const length = (minimum: number, maximum = Infinity, own?: string) =>
  within(minimum || -Infinity, maximum, toLength, own)

export const number = (own?: string) =>
  rule((value) => toNumber(value) !== null, { ru: '{label} — введите число', en: '{label} must be a number.' }, own)

/** Returns null for a value that is neither a number nor a text that is one. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? parseDecimal(value) : null
}

type Size = { unit: 'number' | 'character' | 'item'; count: number }

/** The count is NaN for a value without a length, which is within no limits. */
function toLength(value: unknown): Size {
  if (Array.isArray(value)) return { unit: 'item', count: value.length }
  return { unit: 'character', count: typeof value === 'string' ? countCharacters(value) : Number.NaN }
}

function toSize(value: unknown): Size {
  const number = toNumber(value)
  return number === null ? toLength(value) : { unit: 'number', count: number }
}

function within(minimum: number, maximum: number, measure: (value: unknown) => Size, own: string | undefined) {
  return rule(
    (value) => {
      const { count } = measure(value)
      return count >= minimum && count <= maximum
    },
    {
      ru: (value) => inRussian(measure(value).unit, minimum, maximum),
      en: (value) => inEnglish(measure(value).unit, minimum, maximum),
    },
    own,
  )
}

function inRussian(unit: Size['unit'], minimum: number, maximum: number): string {
  const start = unit === 'item' ? '{label} — выберите' : '{label} —'
  const shown = (count: number) => count.toLocaleString('ru')
  const counted = (count: number) =>
    unit === 'character' ? plural(count, 'символа', 'символов', 'символов') : shown(count)
  if (maximum === Infinity) return `${start} не менее ${counted(minimum)}`
  if (minimum === -Infinity) return `${start} не более ${counted(maximum)}`
  if (minimum < maximum) return `${start} от ${shown(minimum)} до ${counted(maximum)}`
  return `${start} ровно ${unit === 'character' ? plural(maximum, 'символ', 'символа', 'символов') : shown(maximum)}`
}

function inEnglish(unit: Size['unit'], minimum: number, maximum: number): string {
  const start = unit === 'item' ? '{label} must have' : '{label} must be'
  const shown = (count: number) => count.toLocaleString('en')
  const counted = (count: number) =>
    unit === 'number' ? shown(count) : `${shown(count)} ${count === 1 ? unit : `${unit}s`}`
  if (maximum === Infinity) return `${start} at least ${counted(minimum)}.`
  if (minimum === -Infinity) return `${start} no more than ${counted(maximum)}.`
  if (minimum < maximum) return `${start} between ${shown(minimum)} and ${counted(maximum)}.`
  return `${start} exactly ${counted(maximum)}.`
}
