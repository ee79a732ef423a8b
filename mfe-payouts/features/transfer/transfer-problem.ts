import { countCharacters } from '@portal/contracts/characters'
import { formatRubles } from '@portal/contracts/money-text'
import { commentMaxLength } from '@portal/contracts/payout'
import type { TransferLimits } from '@portal/contracts/payout-method'
import { plural } from '@portal/shared/format/plural'
import { notEnough } from '../../money-order/not-enough.ts'

/** The values of the form: what is not filled yet is null. */
type Transfer = { to: string | null; amount: number | null; comment: string }

/** Rubles. */
export type Available = { balance: number; limits: TransferLimits }

/**
 * Why this transfer cannot be ordered, in words; `null`: it can. `wrong`: something that was typed is the reason. What is
 * wrong comes before what is missing.
 */
export function transferProblem(
  { to, amount, comment }: Transfer,
  { balance, limits: { max, day_limit_left: leftToday, month_limit_left: leftOfMonth } }: Available,
  hidden: boolean,
): { text: string; wrong: boolean } | null {
  const missing = (text: string) => ({ text, wrong: false })
  const wrong = (text: string) => ({ text, wrong: true })
  if (amount !== null && amount > max) return wrong(`Максимум за раз — ${formatRubles(max)}`)
  if (amount !== null && amount > balance) return wrong(notEnough(balance, hidden))
  if (amount !== null && amount > leftToday) {
    return wrong(
      leftToday === leftOfMonth
        ? `Месячный лимит: можно перевести ещё ${formatRubles(leftToday)}`
        : `Дневной лимит: сегодня можно перевести ещё ${formatRubles(leftToday)}`,
    )
  }
  const excess = countCharacters(comment.trim()) - commentMaxLength
  if (excess > 0)
    return wrong(`Комментарий длиннее ${commentMaxLength} символов. Уберите ${plural(excess, ...characters)}`)
  if (balance < 1) return missing('Пока нечего переводить: на балансе меньше рубля')
  if (leftToday < 1 && leftToday === leftOfMonth)
    return missing('Месячный лимит исчерпан. Перевести можно будет в следующем месяце')
  if (leftToday < 1) return missing('Дневной лимит исчерпан. Перевести можно будет завтра')
  if (!to) return missing('Выберите, кому перевести')
  if (!amount) return missing('Введите сумму')
  return null
}

const characters = ['лишний символ', 'лишних символа', 'лишних символов'] as const

/** Returns the amount of «Перевести всё»: the whole rubles of the balance that one transfer may have. */
export function everything({ balance, limits: { max, day_limit_left: leftToday } }: Available): number {
  return Math.max(0, Math.floor(Math.min(balance, max, leftToday)))
}

/** «До 75 000 ₽, сегодня ещё 150 000 ₽»: one line at 360 px. */
export function limitsHint({ max, day_limit_left: leftToday }: TransferLimits, hidden: boolean): string {
  const sum = (rubles: number) => (hidden ? '•••\u00A0₽' : formatRubles(rubles))
  return `До ${sum(max)}, сегодня ещё ${sum(leftToday)}`
}
