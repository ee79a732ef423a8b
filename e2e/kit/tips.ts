import type { TestUser } from './users.ts'

export type TipOptions = {
  amount: number
  daysAgo?: number
  rating?: number
  comment?: string
  status?: 'pending' | 'completed'
}

let lastTip = 0

/** Returns guests' tips as the payment side sends them. `workplace` is the index of one of the user’s workplaces. */
export function incomingTips(user: TestUser, tips: readonly TipOptions[], workplace = 0): { tips: object[] } {
  return {
    tips: tips.map(({ daysAgo = 0, ...tip }) => {
      lastTip += 1
      return {
        ...tip,
        external_id: `e2e-${process.pid}-${Date.now()}-${lastTip}`,
        employee_id: user.workplaces[workplace]?.employeeId,
        paid_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      }
    }),
  }
}
