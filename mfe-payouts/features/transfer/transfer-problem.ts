import { formatRubles } from '@portal/shared/format/money'

/** As in the form: what is not filled yet is null. */
type Asked = { to: string | null; amount: number | null }

export function exceeds(amount: number | null, balance: number): boolean {
  return amount !== null && amount > balance
}

/** Why this transfer cannot be asked for, in words; `null`: it can. What is wrong comes before what is missing. */
export function closedBecause({ to, amount }: Asked, balance: number): string | null {
  if (exceeds(amount, balance)) return `Недостаточно средств: доступно ${formatRubles(balance)}`
  if (!to) return 'Выберите, кому перевести'
  if (!amount) return 'Введите сумму'
  return null
}
