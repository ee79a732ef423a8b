/** What is chosen and typed before it is confirmed: it outlives a reload and a look at another page. Ids and an amount only. */
export type PayoutDraft = { bindingId?: string; amount: number | null }

const storageKey = (restId: string) => `chaevye:payout-draft:${restId}`

export function keptDraft(restId: string): PayoutDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(restId)) ?? 'null')
    return kept && typeof kept === 'object' && 'amount' in kept ? (kept as PayoutDraft) : { amount: null }
  } catch {
    return { amount: null }
  }
}

export function keepDraft(restId: string, draft: PayoutDraft): void {
  sessionStorage.setItem(storageKey(restId), JSON.stringify(draft))
}

export function forgetDraft(restId: string): void {
  sessionStorage.removeItem(storageKey(restId))
}
