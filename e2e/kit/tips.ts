import type { Waiter } from './people.ts'

export type TipOptions = {
  amount: number
  daysAgo?: number
  rating?: number
  comment?: string
  status?: 'pending' | 'completed'
}

let lastTip = 0

/** Returns guests' tips as the payment side sends them. `place` is the index of a restaurant of the waiter. */
export function incomingTips(waiter: Waiter, tips: readonly TipOptions[], place = 0): { tips: object[] } {
  return {
    tips: tips.map(({ daysAgo = 0, ...tip }) => {
      lastTip += 1
      return {
        ...tip,
        external_id: `e2e-${process.pid}-${Date.now()}-${lastTip}`,
        employee_id: waiter.places[place]?.employeeId,
        paid_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      }
    }),
  }
}
