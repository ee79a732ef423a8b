import { payoutFee } from '@portal/shared/contracts/payout-fee'
import type { PayoutMethod } from '@portal/shared/contracts/payout-method'
import { formatRubles } from '@portal/shared/format/money'
import { notEnough } from '../../money-order/not-enough.ts'

type Limits = { terms: Pick<PayoutMethod, 'min' | 'max' | 'day_limit_left'>; balance: number }

/** Why this many rubles cannot be withdrawn, in words; `null`: they can. `hidden`: amounts are. */
export function amountProblem(amount: number | null, { terms, balance }: Limits, hidden: boolean): string | null {
  if (amount === null) return 'Введите сумму'
  if (amount < terms.min) return `Минимальная сумма — ${formatRubles(terms.min)}`
  if (amount > terms.max) return `Максимум за раз — ${formatRubles(terms.max)}`
  if (amount > balance) return notEnough(balance, hidden)
  if (amount > terms.day_limit_left) {
    return terms.day_limit_left < terms.min
      ? 'Дневной лимит исчерпан. Вывести можно будет завтра'
      : `Дневной лимит: сегодня можно вывести ещё ${formatRubles(terms.day_limit_left)}`
  }
  return null
}

/** «Вывести всё»: the whole rubles of the balance that one payout may take. */
export function everything({ terms, balance }: Limits): number {
  return Math.max(0, Math.floor(Math.min(balance, terms.max, terms.day_limit_left)))
}

/** Rubles; the fee is the server's, by the same formula. */
export function payoutQuote(amount: number, terms: Pick<PayoutMethod, 'fee'>): { fee: number; net: number } {
  const fee = payoutFee(amount * 100, terms.fee)
  return { fee: fee / 100, net: (amount * 100 - fee) / 100 }
}
