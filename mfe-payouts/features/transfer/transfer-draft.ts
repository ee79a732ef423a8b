import { forgetDraft, keepDraft, keptDraft, type OrderDraft } from '../../money-order/order-draft.ts'

/** The comment is somebody's words: it lives as long as the page, and is never stored. */
export type TransferDraft = OrderDraft & { comment: string }

export function keptTransferDraft(employeeId: string): TransferDraft {
  return { ...keptDraft('transfer', employeeId), comment: '' }
}

export function keepTransferDraft(employeeId: string, { comment: _, ...kept }: TransferDraft): void {
  keepDraft('transfer', employeeId, kept)
}

/** Returns the empty one. */
export function forgetTransferDraft(employeeId: string): TransferDraft {
  forgetDraft('transfer', employeeId)
  return { amount: null, comment: '' }
}
