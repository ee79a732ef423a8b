import { SharingWay, Weight } from '@portal/contracts/shares'
import type { SharingTemplate } from '@portal/contracts/sharing'
import { parseDecimal } from '@portal/contracts/written-numbers'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import * as z from '@portal/shared/zod'

/**
 * A chosen colleague. `weight`: hours or percent as they were typed. `name`: for who has left meanwhile; never stored.
 */
export type Member = { id: string; weight: string; name?: string }

/** The comment is private text: it lives as long as the page, and is never stored. */
export type SharingDraft = { amount: number | null; way: SharingWay; members: readonly Member[]; comment: string }

/** `members` is null until the user chooses: the form then begins with the usual team. */
export type BegunSharing = Omit<SharingDraft, 'members'> & { members: readonly Member[] | null }

export const emptyDraft: BegunSharing = { amount: null, way: 'equal', members: null, comment: '' }

/** Returns the way and the team of the template, with the typed sum and comment. */
export function asUsual(draft: BegunSharing, template: SharingTemplate): SharingDraft {
  const members = template.members.map(({ employee_id, name, weight }) => toMember(employee_id, name, weight))
  return { ...draft, way: template.way, members }
}

export function toMember(id: string, name: string, weight: number | undefined): Member {
  return { id, name, weight: weightText(weight) }
}

/** `7,5` → 7.5; null for what is no number above zero in tenths. */
export function parseWeight(typed: string): number | null {
  const weight = Weight.safeParse(parseDecimal(typed))
  return weight.success ? weight.data : null
}

/** 7.5 → `7,5` */
export function weightText(weight: number | undefined): string {
  return weight === undefined ? '' : String(weight).replace('.', ',')
}

const StoredDraft = z.object({
  amount: z.nullable(z.number()),
  way: SharingWay,
  members: z.nullable(z.array(z.object({ id: z.string(), weight: z.string() }))),
})
type StoredDraft = z.infer<typeof StoredDraft>

// An employee is one user at one restaurant, so neither another user nor another restaurant meets this draft.
const draftStorage = (employeeId: string) =>
  storedObject<StoredDraft>(sessionStore, `chaevye:sharing-draft:${employeeId}`, (draft) =>
    StoredDraft.parse({ amount: null, ...draft }),
  )

export function storedSharingDraft(employeeId: string): BegunSharing {
  return { ...emptyDraft, ...draftStorage(employeeId).read() }
}

export function storeSharingDraft(employeeId: string, { amount, way, members }: BegunSharing): void {
  const stored = members?.map(({ id, weight }) => ({ id, weight })) ?? null
  draftStorage(employeeId).write({ amount, way, members: stored })
}

/** Removes the stored draft and returns an empty one. */
export function removeSharingDraft(employeeId: string): BegunSharing {
  draftStorage(employeeId).remove()
  return emptyDraft
}
