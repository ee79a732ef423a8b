import type { MoneyOrder } from '@portal/contracts/new-payout'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'

/**
 * What is chosen and typed before it is confirmed. It outlives a reload and a visit to another page, so it contains
 * only an id and an amount.
 */
export type OrderDraft = {
  /** The card, phone or colleague that the money goes to. */
  toId?: string
  amount: number | null
}

// An employee is one user at one restaurant, so neither another user nor another restaurant meets this draft.
const draftStorage = (kind: MoneyOrder['kind'], employeeId: string) =>
  storedObject<OrderDraft>(sessionStore, `chaevye:${kind}-draft:${employeeId}`, (draft) =>
    'amount' in draft ? (draft as OrderDraft) : null,
  )

export function storedDraft(kind: MoneyOrder['kind'], employeeId: string): OrderDraft {
  return draftStorage(kind, employeeId).read() ?? { amount: null }
}

export function storeDraft(kind: MoneyOrder['kind'], employeeId: string, draft: OrderDraft): void {
  draftStorage(kind, employeeId).write(draft)
}

export function changeDraft(kind: MoneyOrder['kind'], employeeId: string, changed: Partial<OrderDraft>): void {
  storeDraft(kind, employeeId, { ...storedDraft(kind, employeeId), ...changed })
}

export function removeDraft(kind: MoneyOrder['kind'], employeeId: string): void {
  draftStorage(kind, employeeId).remove()
}
