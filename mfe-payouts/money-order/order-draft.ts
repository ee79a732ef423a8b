import type { MoneyOrder } from '@portal/contracts/payout'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'

/** What is chosen and typed before it is confirmed: it outlives a reload and a look at another page. An id and an amount only. */
export type OrderDraft = {
  /** The card, phone or colleague that the money goes to. */
  toId?: string
  amount: number | null
}

// An employee is one person at one restaurant: neither another person nor another restaurant meets this draft.
const stored = (kind: MoneyOrder['kind'], employeeId: string) =>
  storedObject<OrderDraft>(sessionStore, `chaevye:${kind}-draft:${employeeId}`, (draft) =>
    'amount' in draft ? (draft as OrderDraft) : null,
  )

export function keptDraft(kind: MoneyOrder['kind'], employeeId: string): OrderDraft {
  return stored(kind, employeeId).read() ?? { amount: null }
}

export function keepDraft(kind: MoneyOrder['kind'], employeeId: string, draft: OrderDraft): void {
  stored(kind, employeeId).write(draft)
}

export function forgetDraft(kind: MoneyOrder['kind'], employeeId: string): void {
  stored(kind, employeeId).remove()
}
