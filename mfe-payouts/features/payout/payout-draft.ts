/** What is chosen and typed before it is confirmed: it outlives a reload and a look at another page. An id and an amount only. */
export type PayoutDraft = { bindingId?: string; amount: number | null }

// An employee is one person at one restaurant: neither another person nor another restaurant meets this draft.
const storageKey = (employeeId: string) => `chaevye:payout-draft:${employeeId}`

export function keptDraft(employeeId: string): PayoutDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(employeeId)) ?? 'null')
    return kept && typeof kept === 'object' && 'amount' in kept ? (kept as PayoutDraft) : { amount: null }
  } catch {
    return { amount: null }
  }
}

export function keepDraft(employeeId: string, draft: PayoutDraft): void {
  sessionStorage.setItem(storageKey(employeeId), JSON.stringify(draft))
}

export function forgetDraft(employeeId: string): void {
  sessionStorage.removeItem(storageKey(employeeId))
}
