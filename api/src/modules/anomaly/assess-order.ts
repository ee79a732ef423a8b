/** What is known of an order when its proof was found right. Kopecks and hours; `null`: it never happened. */
export type OrderFacts = {
  kind: 'payout' | 'transfer'
  /** Withdrawals beside withdrawals, transfers beside transfers. */
  ofKind: Total
  /** Both kinds together: small orders of the one beside small ones of the other are a large amount too. */
  ofBoth: Total
  /** Of the browser that orders, and of the oldest that the user is known to have used. */
  deviceAge: number | null
  oldestDeviceAge: number | null
  /** Of the card or phone that it goes to, or of its bank, and whether the user has been paid anywhere else before. */
  methodAge: number
  hasOtherMethod: boolean
  /** Of the passkey that has signed the order; a code has none. */
  passkeyAge: number | null
  /** Since the password was set anew by a code, or the phone was changed. */
  recoveredAgo: number | null
  /** In the restaurant's time zone, 0 to 23. */
  hour: number
}

export type Total = {
  /** Of the order, with what the user has ordered in the 24 hours before. */
  amount: number
  /** Finished orders of the user's last 90 days that are older than a day, and the largest sum of one day. */
  orders: number
  largest: number
  atNight: number
}

export type Verdict = 'allow' | 'confirm_again' | 'hold'

const day = 24
/**
 * Hours in which a device, a method and a passkey are new, and in which a recovery counts. Longer than limits are lowered
 * (payouts/cooling.ts): a thief who waits for their end is still a newcomer.
 */
const NEW = 3 * day
/** An hour of these is night. Shifts end at midnight, and the money is withdrawn after them. */
export const NIGHT = { from: 2, to: 6 }
/** Without this many orders there is no habit that an order could break. */
const MIN_ORDERS = 5
const UNUSUAL_FACTOR = 3
const MIN_UNUSUAL_AMOUNT = 15_000_00

type Signal = 'amount' | 'device' | 'method' | 'passkey' | 'night' | 'recovery'

/** What is unusual about an order, each with its weight. */
export function signalsOf(facts: OrderFacts): Record<Signal, number> {
  const { ofKind, ofBoth, deviceAge, oldestDeviceAge, methodAge, hasOtherMethod, passkeyAge, recoveredAgo, hour } =
    facts
  const habits = [ofKind, ofBoth].filter(({ orders }) => orders >= MIN_ORDERS)
  const knowsAnother = (oldestDeviceAge ?? 0) >= 7 * day
  return {
    amount: Number(habits.some(isUnusualAmount)),
    device: Number(knowsAnother && (deviceAge ?? 0) < NEW),
    method: Number(facts.kind === 'payout' && hasOtherMethod && methodAge < NEW),
    passkey: Number(passkeyAge !== null && passkeyAge < NEW),
    night: Number(isNight(hour) && habits.some(({ atNight }) => atNight === 0)),
    // Limits are lowered after it (payouts/cooling.ts): alone it is no reason to ask twice.
    recovery: recoveredAgo !== null && recoveredAgo < NEW ? 1.5 : 0,
  }
}

/**
 * One unusual thing is life: a new phone, a gift, a night, a forgotten password. Two are confirmed again. Four, or two after a
 * recovery, are what a thief's order looks like: an operator decides.
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
