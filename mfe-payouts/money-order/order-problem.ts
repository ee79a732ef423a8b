import { formatRubles } from '@portal/contracts/money-text'

/** Why an order is not possible, in words that stand beside its disabled button. */
export type Problem = {
  text: string
  /** Something that was typed is the reason, not what is still missing. */
  isWrong: boolean
  /**
   * The field that shows the error. The text beside the button then only names the field and is not announced again.
   */
  field?: 'amount' | 'comment'
  /** What the field of the sum shows; a comment that is too long is marked by its own field. */
  error?: string
}

export const missing = (text: string): Problem => ({ text, isWrong: false })
export const wrong = (text: string): Problem => ({ text, isWrong: true })
export const wrongSum = (error: string): Problem => ({ text: 'Проверьте сумму', isWrong: true, field: 'amount', error })
export const longComment: Problem = { text: 'Сократите комментарий', isWrong: true, field: 'comment' }

/** Rubles. `all`: what «Всё» would send. `min`: less cannot be sent. */
type Sum = { amount: number; balance: number; all: number; min: number }

/**
 * «На балансе только 1 250 ₽», or «Сумма — в целых рублях: можно 1 250 ₽» if the typed sum may be the balance, rounded
 * up by its field. The balance is not disclosed while amounts are hidden.
 */
export function notEnough({ amount, balance, all, min }: Sum, areAmountsHidden: boolean): string {
  if (areAmountsHidden) return 'На балансе меньше этой суммы'
  const isRoundedUp = amount === Math.ceil(balance) && all === Math.floor(balance) && all >= min
  if (isRoundedUp) return `Сумма\u00A0— в целых рублях: можно ${formatRubles(all)}`
  return `На балансе только ${formatRubles(balance)}`
}
