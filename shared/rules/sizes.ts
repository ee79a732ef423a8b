import { countCharacters } from '@portal/contracts/characters'
import { plural } from '@portal/shared/format/plural'
import { rule } from './rule.ts'

/** A number (or a text that is one) by its value, any other text by its characters, a list by its items. */
export const min = (least: number, own?: string) => within(least, Infinity, sizeOf, own)

/** Measures as `min` does. */
export const max = (most: number, own?: string) => within(-Infinity, most, sizeOf, own)

/** Both ends included; measures as `min` does. */
export const between = (least: number, most: number, own?: string) => within(least, most, sizeOf, own)

/** Characters, be they digits, or items: `length(8)` and more, `length(0, 50)`, `length(6, 6)`. */
export const length = (least: number, most = Infinity, own?: string) => within(least || -Infinity, most, lengthOf, own)

export const number = (own?: string) =>
  rule(isNumeric, { ru: '{label} — введите число', en: '{label} must be a number.' }, own)

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
}

type Size = { unit: 'number' | 'character' | 'item'; count: number }

/** NaN of what has no length: it is within no limits. */
function lengthOf(value: unknown): Size {
  if (Array.isArray(value)) return { unit: 'item', count: value.length }
  return { unit: 'character', count: typeof value === 'string' ? countCharacters(value) : Number.NaN }
}

function sizeOf(value: unknown): Size {
  return isNumeric(value) ? { unit: 'number', count: Number(value) } : lengthOf(value)
}

function within(least: number, most: number, measure: (value: unknown) => Size, own: string | undefined) {
  return rule(
    (value) => {
      const { count } = measure(value)
      return count >= least && count <= most
    },
    {
      ru: (value) => inRussian(measure(value).unit, least, most),
      en: (value) => inEnglish(measure(value).unit, least, most),
    },
    own,
  )
}

function inRussian(unit: Size['unit'], least: number, most: number): string {
  const start = unit === 'item' ? '{label} — выберите' : '{label} —'
  const shown = (count: number) => count.toLocaleString('ru')
  const counted = (count: number) =>
    unit === 'character' ? plural(count, 'символа', 'символов', 'символов') : shown(count)
  if (most === Infinity) return `${start} не менее ${counted(least)}`
  if (least === -Infinity) return `${start} не более ${counted(most)}`
  if (least < most) return `${start} от ${shown(least)} до ${counted(most)}`
  return `${start} ровно ${unit === 'character' ? plural(most, 'символ', 'символа', 'символов') : shown(most)}`
}

function inEnglish(unit: Size['unit'], least: number, most: number): string {
  const start = unit === 'item' ? '{label} must have' : '{label} must be'
  const shown = (count: number) => count.toLocaleString('en')
  const counted = (count: number) =>
    unit === 'number' ? shown(count) : `${shown(count)} ${count === 1 ? unit : `${unit}s`}`
  if (most === Infinity) return `${start} at least ${counted(least)}.`
  if (least === -Infinity) return `${start} no more than ${counted(most)}.`
  if (least < most) return `${start} between ${shown(least)} and ${counted(most)}.`
  return `${start} exactly ${counted(most)}.`
}
