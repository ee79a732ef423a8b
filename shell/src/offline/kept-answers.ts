import { localStore } from '@portal/shared/browser-storage'
import { storedUser } from '@portal/shared/session/store'
import { keptAnswersKey } from '../session/session-events.ts'

/** `at`: milliseconds, when it came. */
export type KeptAnswer = { data: unknown; at: number }

/** For reading without a network: balances, operations and names, as the screens show them. No phone, card or code. */
export type KeptAnswers = {
  userId: string
  /** The end of the person's session: nothing is read longer than they are signed in. ISO 8601. */
  until: string
  session: KeptAnswer
  /** By restaurant, then by name: `mfe-tips/period`. */
  restaurants: Record<string, Record<string, KeptAnswer>>
}

/** Null: nothing is kept of whoever is signed in. */
export function readKeptAnswers(): KeptAnswers | null {
  try {
    const kept: KeptAnswers | null = JSON.parse(localStore.getItem(keptAnswersKey) ?? 'null')
    if (kept && kept.userId === storedUser()?.id && Date.parse(kept.until) > Date.now()) return kept
    localStore.removeItem(keptAnswersKey)
  } catch {}
  return null
}

export function writeKeptAnswers(kept: KeptAnswers): void {
  // Another tab may have signed out while this one was about to write.
  if (kept.userId !== storedUser()?.id) return
  localStore.setItem(keptAnswersKey, JSON.stringify(kept))
}
