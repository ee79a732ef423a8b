import { type OrderDraft, removeDraft, storeDraft, storedDraft } from '../../money-order/order-draft.ts'

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
