import type { Db } from '../../db/connect.ts'
import { type Budget, consumeEach, reset, restoreEach } from '../../http/rate-limit.ts'
import { budgets, GUESSING_LIMITS } from '../devices/guessing-limits.ts'
import { placeBudgets, type Requester } from '../devices/requester.ts'

const { passwords } = GUESSING_LIMITS

/** The guesses of all strangers at one phone, from whatever addresses. */
function phoneBudgets(phone: string): Budget[] {
  return budgets(`login:phone:${phone}`, passwords.anyone)
}

function ownBudgets(phone: string, { key, network }: Requester): Budget[] {
  if (network === undefined) return budgets(`login:${key}`, passwords.device)
  return budgets(`login:pair:${phone}:${key}`, passwords.address)
}

/** `consumed`: the budgets to restore if the password is right. `wait`: seconds. */
type Outcome = { wait: number } | { consumed: Budget[] }

/**
 * Counts an attempt before the password is compared. Depends on nothing that would show whether the phone is registered. An attempt
 * that is refused because of its phone still counts for its address, which else could fill the table with phones.
 */
export async function consumeAttempt(db: Db, phone: string, requester: Requester): Promise<Outcome> {
  const place = placeBudgets('login', requester)
  const placeWait = await consumeEach(db, place)
  if (placeWait !== null) return { wait: placeWait }
  const isStranger = requester.network !== undefined
  const atPhone = [...ownBudgets(phone, requester), ...(isStranger ? phoneBudgets(phone) : [])]
  const wait = await consumeEach(db, atPhone)
  return wait === null ? { consumed: [...place, ...atPhone] } : { wait }
}

/** Restores what a right password has consumed: it was no guess. */
export async function restoreAttempt(
  db: Db,
  phone: string,
  requester: Requester,
  consumed: readonly Budget[],
): Promise<void> {
  await restoreEach(db, consumed)
  if (requester.network !== undefined) await reset(db, ownBudgets(phone, requester))
}

/** Resets the guesses at a phone whose owner has set a new password. */
export async function resetGuesses(db: Db, phone: string): Promise<void> {
  await reset(db, phoneBudgets(phone))
}
