import { sessionStore } from '@portal/shared/browser-storage'
import type { ProfileValues } from './profile-values.ts'

/** What is typed and not saved yet: it outlives a reload and a look at another page. */
export type ProfileDraft = Partial<ProfileValues>

const storageKey = (userId: string) => `chaevye:profile-draft:${userId}`

export function keptDraft(userId: string): ProfileDraft {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(storageKey(userId)) ?? '{}')
    return kept && typeof kept === 'object' ? kept : {}
  } catch {
    return {}
  }
}

export function keepDraft(userId: string, draft: ProfileDraft): void {
  if (Object.keys(draft).length === 0) sessionStore.removeItem(storageKey(userId))
  else sessionStore.setItem(storageKey(userId), JSON.stringify(draft))
}
