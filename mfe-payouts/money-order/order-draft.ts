import { sessionStore } from '@portal/shared/browser-storage'
import type { MoneyOrder } from '@portal/shared/contracts/payout'

/** What is chosen and typed before it is confirmed: it outlives a reload and a look at another page. An id and an amount only. */
export type OrderDraft = {
  /** The card, phone or colleague that the money goes to. */
  toId?: string
  amount: number | null
}

// An employee is one person at one restaurant: neither another person nor another restaurant meets this draft.
const storageKey = (kind: MoneyOrder['kind'], employeeId: string) => `chaevye:${kind}-draft:${employeeId}`

export function keptDraft(kind: MoneyOrder['kind'], employeeId: string): OrderDraft {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(storageKey(kind, employeeId)) ?? 'null')
    return kept && typeof kept === 'object' && 'amount' in kept ? (kept as OrderDraft) : { amount: null }
  } catch {
    return { amount: null }
  }
}

export function keepDraft(kind: MoneyOrder['kind'], employeeId: string, draft: OrderDraft): void {
  sessionStore.setItem(storageKey(kind, employeeId), JSON.stringify(draft))
}

export function forgetDraft(kind: MoneyOrder['kind'], employeeId: string): void {
  sessionStore.removeItem(storageKey(kind, employeeId))
}
