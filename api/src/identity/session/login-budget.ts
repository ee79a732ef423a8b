import type { Db } from '../../db/connect.ts'
import { type Budget, consumeEach, readRemaining, reset, restoreEach } from '../../http/rate-limit.ts'
import { budgets, GUESSING_LIMITS } from '../devices/guessing-limits.ts'
import { addressKey, type Requester, sourceBudgets } from '../devices/requester.ts'

const { passwords } = GUESSING_LIMITS

/** The guesses for one phone by all browsers that are not known devices, from all addresses together. */
function phoneBudgets(phone: string): Budget[] {
  return budgets(`login:phone:${phone}`, passwords.anyone)
}

function ownBudgets(phone: string, { key, network }: Requester): Budget[] {
  if (network === undefined) return budgets(`login:${key}`, passwords.device)
  return pairBudgets(phone, key)
}

/** The guesses for one phone by browsers that are not known devices, from one address. */
function pairBudgets(phone: string, addressKey: string): Budget[] {
  return budgets(`login:pair:${phone}:${addressKey}`, passwords.address)
}

/**
 * `consumed`: the budgets to restore if the password is right. `wait` and `lockedFor` are seconds. `lockedFor`: the
 * address is locked for other users. A wrong password then gets the same response as for any phone, so that it does not
 * reveal that this user has signed in from there before.
 */
type Outcome = { consumed: Budget[]; lockedFor?: number } | { wait: number; lockedFor?: number }

/**
 * Counts an attempt before the password is compared. An attempt that is refused because of its phone still counts for
 * its address, because an attacker could otherwise fill the table with phones.
 */
export async function consumeAttempt(db: Db, phone: string, requester: Requester): Promise<Outcome> {
  const isUnknownDevice = requester.network !== undefined
  const atPhone = [...ownBudgets(phone, requester), ...(isUnknownDevice ? phoneBudgets(phone) : [])]
  const source = sourceBudgets('login', requester)
  const lockedFor = await consumeEach(db, source)
  if (lockedFor !== null) return await consumeAtLockedAddress(db, requester, { atPhone, lockedFor })
  const wait = await consumeEach(db, atPhone)
  return wait === null ? { consumed: [...source, ...atPhone] } : { wait }
}

/** Users who have signed in from the address before have additional attempts there. */
async function consumeAtLockedAddress(
  db: Db,
  requester: Requester,
  { atPhone, lockedFor }: { atPhone: Budget[]; lockedFor: number },
): Promise<Outcome> {
  const consumed = [...sourceBudgets('login:known', requester), ...atPhone]
  const isAllowed = requester.isAtKnownAddress && (await consumeEach(db, consumed)) === null
  return isAllowed ? { consumed, lockedFor } : { wait: lockedFor, lockedFor }
}

/** Restores the budgets that a right password has consumed, because it was no guess. */
export async function restoreAttempt(
  db: Db,
  phone: string,
  requester: Requester,
  consumed: readonly Budget[],
): Promise<void> {
  await restoreEach(db, consumed)
  if (requester.network !== undefined) await reset(db, ownBudgets(phone, requester))
}

/** Returns the seconds until a browser that is not a known device may try a password for the phone again. */
export async function readPhoneWait(db: Db, phone: string): Promise<number> {
  return (await readRemaining(db, phoneBudgets(phone))).wait
}

/** Resets the guesses for a phone whose owner has set a new password, and those from the owner's address. */
export async function resetGuesses(db: Db, phone: string, ip: string): Promise<void> {
  await reset(db, [...phoneBudgets(phone), ...pairBudgets(phone, addressKey(ip))])
}
