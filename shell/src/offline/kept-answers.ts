import { localStore, storedObject } from '@portal/shared/browser-storage'
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

const stored = storedObject<KeptAnswers>(localStore, keptAnswersKey, (kept) =>
  kept.userId === storedUser()?.id && Date.parse(kept.until ?? '') > Date.now() ? (kept as KeptAnswers) : null,
)

/** Null: nothing is stored for the signed-in user. */
export function readKeptAnswers(): KeptAnswers | null {
  const kept = stored.read()
  if (!kept) stored.remove()
  return kept
}

export function writeKeptAnswers(kept: KeptAnswers): void {
  // Another tab may have signed out while this one was about to write.
  if (kept.userId !== storedUser()?.id) return
  stored.write(kept)
}
