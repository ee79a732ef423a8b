/** What is known of an order when its proof was found right. Kopecks and hours; `null`: it never happened. */
export type OrderFacts = {
  kind: 'payout' | 'transfer'
  /** With what the user has ordered in the 24 hours before. */
  amount: number
  /** Finished orders of the user's last 90 days that are older than a day, and the largest sum of one day. */
  usual: { orders: number; largest: number; atNight: number }
  /** Of the browser that orders, and of the oldest that the user is known to use. */
  deviceAge: number | null
  oldestDeviceAge: number | null
  /** Of the card or phone that it goes to, or of its bank, and whether the user has been paid anywhere else before. */
  methodAge: number
  hasOtherMethod: boolean
  /** Since the password was set anew by a code, or the phone was changed. */
  recoveredAgo: number | null
  /** In the restaurant's time zone, 0 to 23. */
  hour: number
}

export type Verdict = 'allow' | 'confirm_again' | 'hold'

const day = 24
/** Hours in which a device or a method is new, and in which a recovery counts. */
const NEW_DEVICE = day
const NEW_METHOD = day
const RECENT_RECOVERY = 2 * day
/** An hour of these is night. Shifts end at midnight, and the money is withdrawn after them. */
export const NIGHT = { from: 2, to: 6 }
/** Without this many orders there is no habit that an order could break. */
const MIN_ORDERS = 5
const UNUSUAL_FACTOR = 3
const MIN_UNUSUAL_AMOUNT = 15_000_00

/** What is unusual about an order, each with its weight. */
export function signalsOf(facts: OrderFacts): Record<'amount' | 'device' | 'method' | 'night' | 'recovery', number> {
  const { amount, usual, deviceAge, oldestDeviceAge, methodAge, hasOtherMethod, recoveredAgo, hour } = facts
  const hasHabits = usual.orders >= MIN_ORDERS
  const knowsAnother = (oldestDeviceAge ?? 0) >= 7 * day
  return {
    amount: Number(hasHabits && amount >= MIN_UNUSUAL_AMOUNT && amount > UNUSUAL_FACTOR * usual.largest),
    device: Number(knowsAnother && (deviceAge ?? 0) < NEW_DEVICE),
    method: Number(facts.kind === 'payout' && hasOtherMethod && methodAge < NEW_METHOD),
    night: Number(hasHabits && usual.atNight === 0 && isNight(hour)),
    // Limits are lowered after it (payouts/cooling.ts): alone it is no reason to ask twice.
    recovery: recoveredAgo !== null && recoveredAgo < RECENT_RECOVERY ? 1.5 : 0,
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

function isNight(hour: number): boolean {
  return hour >= NIGHT.from && hour < NIGHT.to
}
