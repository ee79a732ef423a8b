import * as z from 'zod/mini'
import { Rubles } from './money.ts'

/** The fee of an amount is `max(min, amount × percent / 100 + fixed)`, rounded up to kopecks. Rubles and percent. */
export const Fee = z.object({ percent: z.number(), fixed: Rubles, min: Rubles })
export type Fee = z.infer<typeof Fee>

/**
 * The fee in kopecks for an amount in kopecks. It is never above the amount. The server charges by this function, and
 * the browser shows its result.
 */
export function payoutFee(amount: number, fee: Fee): number {
  // 1.5 % of 50,001 kopecks: count in hundredths of a percent, so that no binary fraction rounds up by itself.
  const share = Math.ceil((amount * Math.round(fee.percent * 100)) / 10_000)
  return Math.min(amount, Math.max(Math.round(fee.min * 100), share + Math.round(fee.fixed * 100)))
}
