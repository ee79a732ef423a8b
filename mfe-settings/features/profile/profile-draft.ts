import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import * as z from '@portal/shared/zod'
import type { ProfileValues } from './profile-values.ts'

/** The fields that were changed and not saved yet. They are kept through a reload and a visit to another page. */
export type ProfileDraft = Partial<ProfileValues>

const text = z.optional(z.string())
/** Its values may break the rules of the form. */
const StoredDraft = z.object({
  photo_url: z.optional(z.nullable(z.string())),
  first_name: text,
  last_name: text,
  about: text,
  tags: z.optional(z.array(z.string())),
  goal_name: text,
  goal_amount: z.optional(z.nullable(z.number())),
})

const draftStorage = (userId: string) =>
  storedObject<ProfileDraft>(
    sessionStore,
    `chaevye:profile-draft:${userId}`,
    (draft) => StoredDraft.parse(draft) as ProfileDraft,
  )

export function readDraft(userId: string): ProfileDraft {
  return draftStorage(userId).read() ?? {}
}

export function writeDraft(userId: string, draft: ProfileDraft): void {
  draftStorage(userId).write(draft)
}

export function removeDraft(userId: string): void {
  draftStorage(userId).remove()
}
