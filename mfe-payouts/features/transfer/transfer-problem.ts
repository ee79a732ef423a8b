import { type Available, sumProblem } from '../../colleagues/transfer-sum.ts'
import { missing, type Problem } from '../../money-order/order-problem.ts'

/** The values of the form: what is not filled yet is null. */
type Transfer = { to: string | null; amount: number | null; comment: string }

/** Returns why this transfer cannot be ordered, or `null` if it can. */
export function transferProblem({ to, ...sum }: Transfer, available: Available, hidden: boolean): Problem | null {
  const problem = sumProblem(sum, available, hidden)
  if (problem) return problem
  if (!to) return missing('Выберите, кому перевести')
  return sum.amount ? null : missing('Введите сумму')
}
