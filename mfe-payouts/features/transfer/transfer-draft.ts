import { type Available, sumProblem } from '../../colleagues/transfer-sum.ts'
import { type OrderDraft, removeDraft, storeDraft, storedDraft } from '../../money-order/order-draft.ts'
import { missing, type Problem } from '../../money-order/order-problem.ts'

/** The comment is private text: it lives as long as the page, and is never stored. */
export type TransferDraft = OrderDraft & { comment: string }

export function storedTransferDraft(employeeId: string): TransferDraft {
  return { ...storedDraft('transfer', employeeId), comment: '' }
}

export function storeTransferDraft(employeeId: string, { comment: _, ...stored }: TransferDraft): void {
  storeDraft('transfer', employeeId, stored)
}

/** Removes the stored draft and returns an empty one. */
export function removeTransferDraft(employeeId: string): TransferDraft {
  removeDraft('transfer', employeeId)
  return { amount: null, comment: '' }
}

/** The values of the form: what is not filled yet is null. */
type Transfer = { to: string | null; amount: number | null; comment: string }

/** Returns why this transfer cannot be ordered, or `null` if it can. */
export function transferProblem(
  { to, ...sum }: Transfer,
  available: Available,
  areAmountsHidden: boolean,
): Problem | null {
  const problem = sumProblem(sum, available, areAmountsHidden)
  if (problem) return problem
  if (!to) return missing('Выберите, кому перевести')
  return sum.amount ? null : missing('Введите сумму')
}
