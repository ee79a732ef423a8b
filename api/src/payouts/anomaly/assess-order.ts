/** The facts of an order after its proof was verified. Kopecks and hours; `null`: it never happened. */
export type OrderFacts = {
  kind: 'payout' | 'transfer'
  /** Withdrawals beside withdrawals, transfers beside transfers. */
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
 * Hours in which a device, a method and a passkey are new, and in which a recovery counts. Longer than limits are lowered
 * (identity/password/cooling.ts): a thief who waits for their end still has a new device.
 */
const NEW = 3 * DAY_HOURS
/** An hour of these is night. Shifts end at midnight, and the money is withdrawn after them. */
export const NIGHT = { from: 2, to: 6 }
/** With fewer orders there is no habit that an order could break. */
const MIN_ORDERS = 5
const UNUSUAL_FACTOR = 3
const MIN_UNUSUAL_AMOUNT = 15_000_00

type Signal = 'amount' | 'device' | 'method' | 'passkey' | 'night' | 'recovery'

/** The signals of an unusual order, each with its weight. */
export function signalsOf(facts: OrderFacts): Record<Signal, number> {
  const { ofKind, ofBoth, deviceAge, oldestDeviceAge, methodAge, hasOtherMethod, passkeyAge, recoveredAgo, hour } =
    facts
  const habits = [ofKind, ofBoth].filter(({ orders }) => orders >= MIN_ORDERS)
  const knowsAnother = (oldestDeviceAge ?? 0) >= 7 * DAY_HOURS
  return {
    amount: Number(habits.some(isUnusualAmount)),
    device: Number(knowsAnother && (deviceAge ?? 0) < NEW),
    method: Number(facts.kind === 'payout' && hasOtherMethod && methodAge < NEW),
    passkey: Number(passkeyAge !== null && passkeyAge < NEW),
    night: Number(isNight(hour) && habits.some(({ atNight }) => atNight === 0)),
    // Limits are lowered after it (identity/password/cooling.ts): alone it requires no second confirmation.
    recovery: recoveredAgo !== null && recoveredAgo < NEW ? 1.5 : 0,
  }
}

/**
 * One signal is ordinary: a new phone, a gift, a night, a forgotten password. Two require a second confirmation. Four, or two
 * after a recovery, are typical of a thief: an operator decides.
 */
export function assessOrder(facts: OrderFacts): Verdict {
  const weight = Object.values(signalsOf(facts)).reduce((sum, signal) => sum + signal, 0)
  if (weight >= 3.5) return 'hold'
  return weight >= 2 ? 'confirm_again' : 'allow'
}

function isUnusualAmount({ amount, largest }: Total): boolean {
  return amount >= MIN_UNUSUAL_AMOUNT && amount > UNUSUAL_FACTOR * largest
}

function isNight(hour: number): boolean {
  return hour >= NIGHT.from && hour < NIGHT.to
}
