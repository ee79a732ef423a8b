import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import type { ProfileValues } from './profile-values.ts'

/** What is typed and not saved yet: it outlives a reload and a visit to another page. */
export type ProfileDraft = Partial<ProfileValues>

const storageOf = (userId: string) =>
  storedObject<ProfileDraft>(sessionStore, `chaevye:profile-draft:${userId}`, (draft) => draft)

export function storedDraft(userId: string): ProfileDraft {
  return storageOf(userId).read() ?? {}
}

export function storeDraft(userId: string, draft: ProfileDraft): void {
  if (Object.keys(draft).length === 0) storageOf(userId).remove()
  else storageOf(userId).write(draft)
}
