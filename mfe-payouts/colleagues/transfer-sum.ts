import { countCharacters } from '@portal/contracts/characters'
import { formatRubles } from '@portal/contracts/money-text'
import { MAX_COMMENT_LENGTH } from '@portal/contracts/new-payout'
import type { TransferLimits } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { longComment, missing, notEnough, type Problem, wrongSum } from '../money-order/order-problem.ts'

/** Rubles. */
export type Available = { balance: number; limits: TransferLimits }

/**
 * Returns why the sum cannot be transferred to anyone; `null` when it can, or when it is not typed yet. Errors in what
 * was typed come first.
 */
export function sumProblem(
  { amount, comment }: { amount: number | null; comment: string },
  available: Available,
  areAmountsHidden: boolean,
): Problem | null {
  const { balance, limits } = available
  const { max, day_limit_left: leftToday, month_limit_left: leftOfMonth, lowered } = limits
  if (amount !== null && amount > max) return wrongSum(`Максимум за раз\u00A0— ${formatRubles(max)}`)
  if (amount !== null && amount > balance) {
    const sum = { amount, balance, all: largestAmount(available), min: 1 }
    return wrongSum(notEnough(sum, areAmountsHidden))
  }
  if (amount !== null && amount > leftToday) {
    const left = `можно перевести ещё ${formatRubles(leftToday)}`
    if (leftToday === leftOfMonth) return wrongSum(`Месячный лимит: ${left}`)
    return wrongSum(lowered ? `До ${formatMoment(lowered.until)} ${left}` : `Дневной лимит: сегодня ${left}`)
  }
  if (countCharacters(comment.trim()) > MAX_COMMENT_LENGTH) return longComment
  if (balance < 1) return missing('Пока нечего переводить: на балансе меньше рубля')
  if (leftToday < 1 && leftToday === leftOfMonth)
    return missing('Месячный лимит исчерпан. Перевести можно будет в следующем месяце')
  if (leftToday < 1 && lowered) return missing(`Лимит исчерпан до ${formatMoment(lowered.until)}`)
  if (leftToday < 1) return missing('Дневной лимит исчерпан. Перевести можно будет завтра')
  return null
}

/** Returns the amount of «Всё»: the whole rubles of the balance that one transfer may have. */
export function largestAmount({ balance, limits: { max, day_limit_left: leftToday } }: Available): number {
  return Math.max(0, Math.floor(Math.min(balance, max, leftToday)))
}

/** «До 75 000 ₽, сегодня ещё 150 000 ₽»: one line at 360 px. */
export function limitsHint({ max, day_limit_left: leftToday }: TransferLimits, areAmountsHidden: boolean): string {
  const sum = (rubles: number) => (areAmountsHidden ? '•••\u00A0₽' : formatRubles(rubles))
  return `До ${sum(max)}, сегодня ещё ${sum(leftToday)}`
}
