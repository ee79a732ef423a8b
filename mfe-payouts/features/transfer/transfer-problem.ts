import { notEnough } from '../../money-order/not-enough.ts'

/** As in the form: what is not filled yet is null. */
type Asked = { to: string | null; amount: number | null }

export function exceeds(amount: number | null, balance: number): boolean {
  return amount !== null && amount > balance
}

/** Why this transfer cannot be asked for, in words; `null`: it can. What is wrong comes before what is missing. */
export function closedBecause({ to, amount }: Asked, balance: number, hidden: boolean): string | null {
  if (exceeds(amount, balance)) return notEnough(balance, hidden)
  if (!to) return 'Выберите, кому перевести'
  if (!amount) return 'Введите сумму'
  return null
}
