import * as z from 'zod/mini'

/** The server and the ledger count integer kopecks, and compare amounts by them. */
export function toKopecks(rubles: number): number {
  return Math.round(rubles * 100)
}

/**
 * Rubles with at most two decimals, as on the wire. Only 15 digits of a number are reliable, so that `0.1 + 0.2` is
 * 0.3, and 0.001 is refused.
 */
export const Rubles = z.number().check(z.refine((rubles) => Number(rubles.toPrecision(15)) === toKopecks(rubles) / 100))

/** Whole rubles above zero: the amount of a new payout or transfer. */
export const WholeRubles = z.int().check(z.minimum(1), z.maximum(100_000_000))
