import type { Db } from '../../db/connect.ts'
import { addressGroup, type Budget, clear, refund, spend } from '../../http/rate-limit.ts'

const quarter = 15 * 60

type Attempt = { phone: string; ip: string }

function budgets({ phone, ip }: Attempt) {
  const address = addressGroup(ip)
  return {
    /** Many waiters share the address of their restaurant. */
    address: { key: `login:address:${address}`, max: 50, window: quarter },
    pair: { key: `login:pair:${phone}:${address}`, max: 5, window: quarter },
    phone: { key: `login:phone:${phone}`, max: 30, window: quarter },
    /** When many addresses guess at a phone, each has one guess: its owner, at an address of his own, still gets in. */
    attacked: { key: `login:attacked:${phone}:${address}`, max: 1, window: quarter },
  } satisfies Record<string, Budget>
}

/** Counts an attempt before the password is looked at. Seconds to wait when there were too many. */
export async function spendAttempt(db: Db, attempt: Attempt): Promise<number | null> {
  const { address, pair, phone, attacked } = budgets(attempt)
  const wait = (await spend(db, address)) ?? (await spend(db, pair))
  if (wait !== null) return wait
  return (await spend(db, phone)) === null ? null : await spend(db, attacked)
}

/** The phone's owner has set a new password: what was guessed before is not held against it. */
export async function forgetGuesses(db: Db, attempt: Attempt): Promise<void> {
  const { pair, attacked } = budgets(attempt)
  await clear(db, pair)
  await clear(db, attacked)
}

/** The password was right: it was no guess. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { address, pair, phone, attacked } = budgets(attempt)
  await refund(db, address)
  await refund(db, phone)
  await clear(db, pair)
  await clear(db, attacked)
}
