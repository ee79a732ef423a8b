import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import type { ProfileValues } from './profile-values.ts'

/** What is typed and not saved yet: it outlives a reload and a look at another page. */
export type ProfileDraft = Partial<ProfileValues>

const stored = (userId: string) =>
  storedObject<ProfileDraft>(sessionStore, `chaevye:profile-draft:${userId}`, (draft) => draft)

export function keptDraft(userId: string): ProfileDraft {
  return stored(userId).read() ?? {}
}

export function keepDraft(userId: string, draft: ProfileDraft): void {
  if (Object.keys(draft).length === 0) stored(userId).remove()
  else stored(userId).write(draft)
}
