import { toKopecks } from '@portal/contracts/money'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { divide, MIN_SHARE_KOPECKS, percentLeft, shareWeights } from '@portal/contracts/shares'
import { isolated } from '@portal/contracts/tidy-text'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findColleagues, type Workplace } from '../../staff/employees/repository.ts'

/** What one colleague gets, in kopecks. */
export type Share = {
  recipient: Workplace
  title: string
  /** Hours or percent; null if the sum is divided equally. */
  weight: number | null
  amount: number
}

export function toShare(recipient: Workplace, amount: number, weight: number | null = null): Share {
  // After the order, the name does not show which of two namesakes got the money.
  return { recipient, title: `${isolated(recipient.name)} · •• ${recipient.phone_last2}`, weight, amount }
}

/**
 * Divides the sum again as the page did, so that what the user confirmed is what is booked.
 * @throws Problem 422 `shares_differ`, `share_below_minimum`, `percent_not_100`, `recipient_repeated`,
 * `recipient_is_self`; 404 where one of them does not work there
 */
export async function planShares(
  db: Db,
  payer: Workplace,
  { amount, way, shares }: MoneyOrder & { kind: 'sharing' },
): Promise<[Share, ...Share[]]> {
  const ids = shares.map(({ recipient_employee_id }) => recipient_employee_id)
  if (ids.includes(payer.id)) throw sharesProblem('recipient_is_self')
  if (new Set(ids).size < ids.length) throw sharesProblem('recipient_repeated')
  const weights = shareWeights(way, shares)
  if (way === 'percent' && percentLeft(weights) !== 0) throw sharesProblem('percent_not_100')
  const parts = divide(amount * 100, weights)
  if (parts.some((part) => part < MIN_SHARE_KOPECKS)) throw sharesProblem('share_below_minimum')
  if (shares.some((share, index) => toKopecks(share.amount) !== parts[index])) throw sharesProblem('shares_differ')
  const colleagues = await findColleagues(db, payer, ids)
  return shares.map(({ weight = null }, index) =>
    toShare(colleagues[index] as Workplace, parts[index] as number, weight),
  ) as [Share, ...Share[]]
}

function sharesProblem(code: string): Problem {
  return new Problem(422, code, { errors: { shares: [code] } })
}
