import * as z from 'zod/mini'

/** Rubles with at most two decimals, as on the wire. The server and the ledger count integer kopecks. */
export const Rubles = z.number().check(z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6))

/** Whole rubles above zero: the amount of a new payout or transfer. */
export const WholeRubles = z.int().check(z.minimum(1), z.maximum(100_000_000))
