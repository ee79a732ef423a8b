/** The time to wait after the first, the second and every later code. */
const INTERVALS_SECONDS = [60, 120, 300] as const
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
/** Limits of codes that were not used. */
const UNUSED_BUDGETS = [
  { max: 5, window: HOUR_SECONDS },
  { max: 10, window: DAY_SECONDS },
] as const
/** Limits of all codes. Used codes count, too: a message costs money, and a user could confirm many orders of 1 ₽. */
const ALL_BUDGETS = [
  { max: 30, window: HOUR_SECONDS },
  { max: 60, window: DAY_SECONDS },
] as const

/** What a code is for. A changed order is another thing, whose code need not wait. */
type OtpThing = { purpose: string; boundTo: string | null }

/** `age` in seconds. */
export type SentOtp = OtpThing & { age: number; isUsed: boolean }

/** Seconds until a code for a thing may be sent again, given the day's codes, newest first. 0: now. */
export function resendIn(sent: readonly SentOtp[], { purpose, boundTo }: OtpThing): number {
  // A used code was no abuse.
  const unused = sent.filter(({ isUsed }) => !isUsed)
  const series = unused.filter(
    (code) => code.purpose === purpose && code.boundTo === boundTo && code.age < HOUR_SECONDS,
  )
  const [last] = series
  const waits = [
    ...UNUSED_BUDGETS.map((budget) => waitFor(unused, budget)),
    ...ALL_BUDGETS.map((budget) => waitFor(sent, budget)),
  ]
  return Math.max(0, last ? interval(series.length) - last.age : 0, ...waits)
}

/** Seconds until the window has room for another code. */
function waitFor(sent: readonly SentOtp[], { max, window }: { max: number; window: number }): number {
  const oldest = sent.filter(({ age }) => age < window)[max - 1]
  return oldest ? window - oldest.age : 0
}

/** `sentSoFar` = 1 → 60, 2 → 120, 3 and more → 300. */
function interval(sentSoFar: number): number {
  return INTERVALS_SECONDS[Math.min(sentSoFar, INTERVALS_SECONDS.length) - 1] ?? 0
}
