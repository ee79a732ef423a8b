import { SharingWay } from '@portal/contracts/shares'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import * as z from '@portal/shared/zod'

/**
 * A chosen colleague. `weight`: hours or percent as they were typed. `name`: for who has left meanwhile; never stored.
 */
export type Member = { id: string; weight: string; name?: string }

/** The comment is private text: it lives as long as the page, and is never stored. */
export type SharingDraft = { amount: number | null; way: SharingWay; members: readonly Member[]; comment: string }

export const emptyDraft: SharingDraft = { amount: null, way: 'equal', members: [], comment: '' }

const StoredDraft = z.object({
  amount: z.nullable(z.number()),
  way: SharingWay,
  members: z.array(z.object({ id: z.string(), weight: z.string() })),
})
type StoredDraft = z.infer<typeof StoredDraft>

// An employee is one user at one restaurant, so neither another user nor another restaurant meets this draft.
const draftStorage = (employeeId: string) =>
  storedObject<StoredDraft>(sessionStore, `chaevye:sharing-draft:${employeeId}`, (draft) =>
    StoredDraft.parse({ amount: null, ...draft }),
  )

export function storedSharingDraft(employeeId: string): SharingDraft {
  return { ...emptyDraft, ...draftStorage(employeeId).read() }
}

export function storeSharingDraft(employeeId: string, { amount, way, members }: SharingDraft): void {
  draftStorage(employeeId).write({ amount, way, members: members.map(({ id, weight }) => ({ id, weight })) })
}

/** Removes the stored draft and returns an empty one. */
export function removeSharingDraft(employeeId: string): SharingDraft {
  draftStorage(employeeId).remove()
  return emptyDraft
}
