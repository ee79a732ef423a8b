import { formatRubles } from '@portal/contracts/money-text'

/** «Недостаточно средств: доступно 1 250 ₽»; the balance is not disclosed while amounts are `hidden`. */
export function notEnough(balance: number, hidden: boolean): string {
  return `Недостаточно средств${hidden ? '' : `: доступно ${formatRubles(balance)}`}`
}
