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

/** «На балансе только 1 250 ₽». The balance is not disclosed while amounts are hidden. */
export function notEnough(balance: number, areAmountsHidden: boolean): string {
  return areAmountsHidden ? 'На балансе меньше этой суммы' : `На балансе только ${formatRubles(balance)}`
}
