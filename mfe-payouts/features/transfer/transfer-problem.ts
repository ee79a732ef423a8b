import { countCharacters } from '@portal/shared/contracts/characters'
import { commentLimit } from '@portal/shared/contracts/payout'
import { plural } from '@portal/shared/format/plural'
import { notEnough } from '../../money-order/not-enough.ts'

/** As in the form: what is not filled yet is null. */
type Transfer = { to: string | null; amount: number | null; comment: string }

/**
 * Why this transfer cannot be ordered, in words; `null`: it can. `wrong`: something that was typed is the reason. What is
 * wrong comes before what is missing.
 */
export function transferProblem(
  { to, amount, comment }: Transfer,
  balance: number,
  hidden: boolean,
): { text: string; wrong: boolean } | null {
  const missing = (text: string) => ({ text, wrong: false })
  const wrong = (text: string) => ({ text, wrong: true })
  if (amount !== null && amount > balance) return wrong(notEnough(balance, hidden))
  const excess = countCharacters(comment.trim()) - commentLimit
  if (excess > 0) return wrong(`Комментарий длиннее ${commentLimit} символов. Уберите ${plural(excess, ...characters)}`)
  if (balance < 1) return missing('Пока нечего переводить: на балансе меньше рубля')
  if (!to) return missing('Выберите, кому перевести')
  if (!amount) return missing('Введите сумму')
  return null
}

const characters = ['лишний символ', 'лишних символа', 'лишних символов'] as const
