import type { MoneyOrder } from '@portal/contracts/new-payout'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'

/**
 * What is chosen and typed before it is confirmed: it outlives a reload and a visit to another page. An id and an
 * amount only.
 */
export type OrderDraft = {
  /** The card, phone or colleague that the money goes to. */
  toId?: string
  amount: number | null
}

// An employee is one person at one restaurant: neither another person nor another restaurant meets this draft.
const storageOf = (kind: MoneyOrder['kind'], employeeId: string) =>
  storedObject<OrderDraft>(sessionStore, `chaevye:${kind}-draft:${employeeId}`, (draft) =>
    'amount' in draft ? (draft as OrderDraft) : null,
  )

export function storedDraft(kind: MoneyOrder['kind'], employeeId: string): OrderDraft {
  return storageOf(kind, employeeId).read() ?? { amount: null }
}

export function storeDraft(kind: MoneyOrder['kind'], employeeId: string, draft: OrderDraft): void {
  storageOf(kind, employeeId).write(draft)
}

export function changeDraft(kind: MoneyOrder['kind'], employeeId: string, changed: Partial<OrderDraft>): void {
  storeDraft(kind, employeeId, { ...storedDraft(kind, employeeId), ...changed })
}

export function removeDraft(kind: MoneyOrder['kind'], employeeId: string): void {
  storageOf(kind, employeeId).remove()
}
