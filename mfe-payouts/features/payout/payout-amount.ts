import { formatRubles } from '@portal/contracts/money-text'
import { payoutFee } from '@portal/contracts/payout-fee'
import type { PayoutTerms } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { max, min } from '@portal/shared/rules/sizes'
import { required } from '@portal/shared/rules/values'
import * as z from '@portal/shared/zod'
import { missing, notEnough, type Problem, wrong, wrongSum } from '../../money-order/order-problem.ts'

type Limits = {
  terms: Pick<PayoutTerms, 'min' | 'max' | 'day_limit_left' | 'month_limit_left' | 'lowered'>
  balance: number
}

/** Returns in words why the amount cannot be withdrawn, or `null` if it can. */
export function amountProblem(amount: number | null, limits: Limits, areAmountsHidden: boolean): string | null {
  const { terms, balance } = limits
  const { min: minAmount, max: maxAmount, day_limit_left: leftToday } = terms
  if (amount === null && balance < minAmount)
    return `Вывести можно от ${formatRubles(minAmount)}, на балансе пока меньше`
  const sum = { amount: amount ?? 0, balance, all: largestAmount(limits), min: minAmount }
  const Amount = z
    .nullable(z.number())
    .check(
      required('Введите сумму'),
      min(minAmount, `Минимальная сумма\u00A0— ${formatRubles(minAmount)}`),
      max(maxAmount, `Максимум за раз\u00A0— ${formatRubles(maxAmount)}`),
      max(balance, notEnough(sum, areAmountsHidden)),
      max(leftToday, leftText(terms)),
    )
  return Amount.safeParse(amount).error?.issues[0]?.message ?? null
}

export function canWithdraw(amount: number | null, limits: Limits): amount is number {
  return amountProblem(amount, limits, false) === null
}

/**
 * Turns `amountProblem` into a problem of the form. The field shows only a sum that is too large: a small one may still
 * be growing, and no other sum would help when nothing can be withdrawn.
 */
export function payoutProblem(amount: number | null, limits: Limits, areAmountsHidden: boolean): Problem | null {
  const text = amountProblem(amount, limits, areAmountsHidden)
  if (text === null) return null
  if (amount === null) return missing(text)
  const { min: minAmount, day_limit_left: leftToday } = limits.terms
  return amount >= minAmount && leftToday >= minAmount ? wrongSum(text) : wrong(text)
}

/** Returns whether the monthly limit is what limits the day. */
function isMonthlyLimit({ day_limit_left, month_limit_left }: Limits['terms']): boolean {
  return day_limit_left === month_limit_left
}

function leftText({ lowered, ...terms }: Limits['terms']): string {
  const left = formatRubles(terms.day_limit_left)
  if (isMonthlyLimit(terms)) return `Месячный лимит: можно вывести ещё ${left}`
  return lowered ? `Пока можно вывести ${left}: ${lowered.reason}` : `Дневной лимит: сегодня можно вывести ещё ${left}`
}

/** Returns the amount of «Всё»: the whole rubles of the balance that one payout may have. */
export function largestAmount({ terms, balance }: Limits): number {
  return Math.max(0, Math.floor(Math.min(balance, terms.max, terms.day_limit_left)))
}

/** Returns the amount after a change of the way: «Всё» of the old way becomes that of the new one, if there is one. */
export function amountForWay(amount: number, from: Limits, to: Limits): number {
  const all = largestAmount(to)
  return amount === largestAmount(from) && all >= to.terms.min ? all : amount
}

/**
 * Returns why «Всё» is less than the whole balance, and what happens to the rest. `null` if nothing is left, or
 * if another amount is chosen. The rest is not disclosed while amounts are hidden.
 */
export function remainderNote(amount: number | null, limits: Limits, areAmountsHidden: boolean): string | null {
  const { min: minAmount, max: maxAmount, day_limit_left: leftToday } = limits.terms
  const all = largestAmount(limits)
  const rest = Math.round((limits.balance - all) * 100) / 100
  if (amount !== all || all < minAmount || rest === 0) return null
  const stays = areAmountsHidden ? 'Остальное останется на балансе' : `На балансе останется ${formatRubles(rest)}`
  if (rest < 1) return `Выводим целыми рублями. ${stays}`
  const limit =
    leftToday <= maxAmount ? leftText(limits.terms) : `За раз можно вывести не больше ${formatRubles(maxAmount)}`
  if (rest < minAmount) return `${limit}. ${stays}`
  const later = areAmountsHidden ? 'Остальное' : `Остальные ${formatRubles(rest)}`
  return `${limit}. ${later}\u00A0— ${whenToWithdraw(rest, Math.min(leftToday - all, maxAmount), limits.terms)}`
}

/** `next`: the maximum of another payout today. */
function whenToWithdraw(rest: number, next: number, terms: Limits['terms']): string {
  if (next >= terms.min) return rest <= next ? 'следующим выводом' : 'следующими выводами'
  if (isMonthlyLimit(terms)) return 'в следующем месяце'
  return terms.lowered ? `после ${formatMoment(terms.lowered.until)}` : 'завтра'
}

/** Returns fees and net amount in rubles. The server calculates them by the same formula. */
export function payoutQuote(
  amount: number,
  terms: Pick<PayoutTerms, 'fee' | 'whole_fee'>,
): { fee: number; restaurant_fee?: number; net: number } {
  const kopecks = amount * 100
  const fee = payoutFee(kopecks, terms.fee)
  return {
    fee: fee / 100,
    ...(terms.whole_fee && { restaurant_fee: (payoutFee(kopecks, terms.whole_fee) - fee) / 100 }),
    net: (kopecks - fee) / 100,
  }
}
