import type { PayoutMethod } from '@portal/shared/contracts/payout-method'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { withdrawnToday } from './repository.ts'

/** Kopecks: at least and at most at a time, and of an employee in a day of the restaurant. */
export const limits = { min: 100_00, max: 75_000_00, day: 150_000_00 }

/** Kopecks: the most that a code confirms whose order was not named when it was requested. */
export const unnamedOrderLimit = 5_000_00

/** Rubles and percent, as the browser is told them. */
export const fees = {
  card: { percent: 1.5, fixed: 0, min: 15 },
  sbp: { percent: 0, fixed: 0, min: 0 },
} satisfies Record<PayoutMethod['type'], PayoutMethod['fee']>

const copy = {
  card: { title: 'На карту', eta_text: 'Обычно до 10 минут' },
  sbp: { title: 'По номеру телефона (СБП)', eta_text: 'Обычно до минуты' },
} satisfies Record<PayoutMethod['type'], Pick<PayoutMethod, 'title' | 'eta_text'>>

export async function listMethods(db: Db, employeeId: string): Promise<PayoutMethod[]> {
  const left = Math.max(0, limits.day - (await withdrawnToday(db, employeeId)))
  const enabled = left >= limits.min
  return (['card', 'sbp'] as const).map((type) => ({
    type,
    ...copy[type],
    enabled,
    disabled_reason: enabled ? null : 'Дневной лимит исчерпан',
    min: limits.min / 100,
    max: limits.max / 100,
    day_limit_left: left / 100,
    fee: fees[type],
  }))
}

/** @throws Problem 422 `below_minimum`, `limit_exceeded` */
export function refuseOutOfLimits(amount: number): void {
  if (amount < limits.min) throw refusal('below_minimum')
  if (amount > limits.max) throw refusal('limit_exceeded')
}

/** Only under the lock of the wallet: else two withdrawals would not see each other. @throws Problem 422 `limit_exceeded` */
export async function refuseAboveDayLimit(trx: Db, employeeId: string, amount: number): Promise<void> {
  if ((await withdrawnToday(trx, employeeId)) + amount > limits.day) throw refusal('limit_exceeded')
}

function refusal(code: string): Problem {
  return new Problem(422, code, { errors: { amount: [code] } })
}
