import * as z from 'zod/mini'
import { Rubles } from './money.ts'

/** Equally, by the hours that each one has worked, or by percent. */
export const SharingWay = z.enum(['equal', 'hours', 'percent'])
export type SharingWay = z.infer<typeof SharingWay>

/** How many colleagues may get a part of one sum. */
export const sharers = { min: 2, max: 50 } as const

/** Hours of a month or percent, in tenths. A month has 744 hours at most. */
export const Weight = z.number().check(
  z.positive(),
  z.maximum(744),
  z.refine((value) => Number(value.toFixed(1)) === value),
)

/** One colleague's share. `weight`: hours or percent; absent if all get equal shares. `amount`: rubles with kopecks. */
export const NewShare = z.strictObject({
  recipient_employee_id: z.string(),
  weight: z.optional(Weight),
  amount: Rubles,
})
export type NewShare = z.infer<typeof NewShare>

/** In the order of the list on the page, because the order decides who gets the last kopeck (see `divide`). */
export const NewShares = z.array(NewShare).check(z.minLength(sharers.min), z.maxLength(sharers.max))

/** The smallest share of a colleague, in kopecks. */
export const MIN_SHARE_KOPECKS = 100

/**
 * Divides a sum in kopecks exactly by weights: `100, [1, 1, 1]` → `[34, 33, 33]`. Each part is rounded down, and the
 * kopecks left go to the largest remainders, one each; of equal remainders the first in the list comes first. Weights
 * are above zero, in tenths. The server and the browser both use this function, so they agree on every kopeck.
 */
export function divide(kopecks: number, weights: readonly number[]): number[] {
  // Whole numbers, so that no binary fraction decides who gets the kopeck.
  const tenths = weights.map(toTenths)
  const total = tenths.reduce((sum, each) => sum + each, 0)
  const parts = tenths.map((each) => Math.floor((kopecks * each) / total))
  const left = kopecks - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = tenths
    .map((each, index) => ({ index, remainder: (kopecks * each) % total }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

function toTenths(weight: number): number {
  return Math.round(weight * 10)
}

type Weighted = { weight?: number | undefined }

/** The weight of each share; equal weights for `equal`. */
export function shareWeights(way: SharingWay, shares: readonly Weighted[]): number[] {
  return shares.map(({ weight }) => (way === 'equal' ? 1 : (weight ?? 0)))
}

/** Names the recipients by their number: 5 → `5 сотрудникам`, 21 → `21 сотруднику`. */
export function recipientsText(count: number): string {
  return `${count} ${count % 10 === 1 && count % 100 !== 11 ? 'сотруднику' : 'сотрудникам'}`
}

/** Whether every share has a weight if the way divides by one, and no share has one otherwise. */
export function hasMatchingWeights({ way, shares }: { way: SharingWay; shares: readonly Weighted[] }): boolean {
  return shares.every(({ weight }) => (weight !== undefined) === (way !== 'equal'))
}

/** The percents that are missing to 100; negative if there are too many. */
export function percentLeft(weights: readonly number[]): number {
  return (1_000 - weights.reduce((sum, weight) => sum + toTenths(weight), 0)) / 10
}
