import * as z from 'zod/mini'

/** The server and the ledger compute with whole kopecks. */
export function toKopecks(rubles: number): number {
  return Math.round(rubles * 100)
}

/**
 * Rubles with at most two decimals, as requests and responses have them. Only 15 digits of a JavaScript number are
 * compared: `0.1 + 0.2` is accepted as 0.3, and 0.001 is refused.
 */
export const Rubles = z.number().check(z.refine((rubles) => Number(rubles.toPrecision(15)) === toKopecks(rubles) / 100))

/** Whole rubles above zero: the amount of a new payout or transfer. */
export const WholeRubles = z.int().check(z.minimum(1), z.maximum(100_000_000))
