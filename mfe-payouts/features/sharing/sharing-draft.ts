import { SharingWay } from '@portal/contracts/shares'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'

/** A chosen colleague. `weight`: hours or percent as they were typed. `name`: for who has left meanwhile; never stored. */
export type Member = { id: string; weight: string; name?: string }

/** The comment is private text: it lives as long as the page, and is never stored. */
export type SharingDraft = { amount: number | null; way: SharingWay; members: readonly Member[]; comment: string }

export const emptyDraft: SharingDraft = { amount: null, way: 'equal', members: [], comment: '' }

type StoredDraft = Pick<SharingDraft, 'amount' | 'way' | 'members'>

// An employee is one person at one restaurant: neither another person nor another restaurant meets this draft.
const storageOf = (employeeId: string) =>
  storedObject<StoredDraft>(sessionStore, `chaevye:sharing-draft:${employeeId}`, ({ amount = null, way, members }) =>
    SharingWay.safeParse(way).success && Array.isArray(members) ? ({ amount, way, members } as StoredDraft) : null,
  )

export function storedSharingDraft(employeeId: string): SharingDraft {
  return { ...emptyDraft, ...storageOf(employeeId).read() }
}

export function storeSharingDraft(employeeId: string, { amount, way, members }: SharingDraft): void {
  storageOf(employeeId).write({ amount, way, members: members.map(({ id, weight }) => ({ id, weight })) })
}

/** Returns the empty one. */
export function removeSharingDraft(employeeId: string): SharingDraft {
  storageOf(employeeId).remove()
  return emptyDraft
}
