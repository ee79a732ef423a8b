/** The facts of an order after its proof was verified. Kopecks and hours; `null`: it never happened. */
export type OrderFacts = {
  kind: 'payout' | 'transfer'
  /** The orders of this order's kind: withdrawals for a withdrawal, transfers for a transfer. */
  ofKind: Total
  /** Both kinds together: small orders of both add up to a large amount too. */
  ofBoth: Total
  /** The ages of the browser that orders, and of the oldest known device of the user. */
  deviceAge: number | null
  oldestDeviceAge: number | null
  /** The age of the destination's card, phone or bank, and whether the user has another method with a payout. */
  methodAge: number
  hasOtherMethod: boolean
  /** The age of the passkey that has signed the order; null for a code. */
  passkeyAge: number | null
  /** The time since the password was recovered by a code, or the phone was changed. */
  recoveredAgo: number | null
  /** The hour in the restaurant's time zone, 0 to 23. */
  hour: number
}

export type Total = {
  /** The amount of the order and of all orders in the 24 hours before. */
  amount: number
  /** Finished orders of the user's last 90 days that are older than a day, and the largest sum of one day. */
  orders: number
  largest: number
  atNight: number
}

export type Verdict = 'allow' | 'confirm_again' | 'hold'

const DAY_HOURS = 24
/**
 * How long a device, a method or a passkey is new, and a recovery counts. This is longer than limits are lowered
 * (identity/password/cooling.ts), so a thief who waits for their end still has a new device.
 */
const NEW_HOURS = 3 * DAY_HOURS
/** The hours of the night. Night starts late, because employees withdraw money after shifts that end at midnight. */
export const NIGHT_HOURS = { from: 2, to: 6 }
/** A user with fewer orders has no habit that an order could break. */
const MIN_ORDERS = 5
const UNUSUAL_FACTOR = 3
const MIN_UNUSUAL_KOPECKS = 15_000_00

type Signal = 'amount' | 'device' | 'method' | 'passkey' | 'night' | 'recovery'

/** The signals of an unusual order, each with its weight. */
export function orderSignals(facts: OrderFacts): Record<Signal, number> {
  const { ofKind, ofBoth, deviceAge, oldestDeviceAge, methodAge, hasOtherMethod, passkeyAge, recoveredAgo, hour } =
    facts
  const habits = [ofKind, ofBoth].filter(({ orders }) => orders >= MIN_ORDERS)
  const knowsAnother = (oldestDeviceAge ?? 0) >= 7 * DAY_HOURS
  return {
    amount: Number(habits.some(isUnusualAmount)),
    device: Number(knowsAnother && (deviceAge ?? 0) < NEW_HOURS),
    method: Number(facts.kind === 'payout' && hasOtherMethod && methodAge < NEW_HOURS),
    passkey: Number(passkeyAge !== null && passkeyAge < NEW_HOURS),
    night: Number(isNight(hour) && habits.some(({ atNight }) => atNight === 0)),
    // A recovery also lowers the limits (identity/password/cooling.ts), so it needs another signal to be unusual.
    recovery: recoveredAgo !== null && recoveredAgo < NEW_HOURS ? 1.5 : 0,
  }
}

/**
 * One signal is ordinary: a new phone, a gift, a night, a forgotten password. Two signals require a second
 * confirmation. Four signals, or two after a recovery, are typical of a thief, so an operator decides.
 */
export function assessOrder(facts: OrderFacts): Verdict {
  const weight = Object.values(orderSignals(facts)).reduce((sum, signal) => sum + signal, 0)
  if (weight >= 3.5) return 'hold'
  return weight >= 2 ? 'confirm_again' : 'allow'
}

function isUnusualAmount({ amount, largest }: Total): boolean {
  return amount >= MIN_UNUSUAL_KOPECKS && amount > UNUSUAL_FACTOR * largest
}

function isNight(hour: number): boolean {
  return hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to
}
