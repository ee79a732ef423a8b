/** Seconds to wait after the first, the second and every later code. */
const intervals = [60, 120, 300] as const
const HOUR_SECONDS = 60 * 60
const budgets = [
  { max: 5, window: HOUR_SECONDS },
  { max: 10, window: 24 * HOUR_SECONDS },
] as const

/** The subject of a code: a changed order is another one, whose code need not wait. */
type OtpThing = { purpose: string; boundTo: string | null }

/** `age` in seconds. */
export type SentOtp = OtpThing & { age: number }

/** Seconds until a code for a thing may be sent again, given the day's unused ones, newest first. 0: now. */
export function resendIn(sent: readonly SentOtp[], { purpose, boundTo }: OtpThing): number {
  const series = sent.filter((code) => code.purpose === purpose && code.boundTo === boundTo && code.age < HOUR_SECONDS)
  const [last] = series
  const waits = budgets.map(({ max, window }) => {
    const inWindow = sent.filter(({ age }) => age < window)
    // The one that has to leave the window before another fits in.
    const oldest = inWindow[max - 1]
    return oldest ? window - oldest.age : 0
  })
  return Math.max(0, last ? interval(series.length) - last.age : 0, ...waits)
}

/** `sentSoFar` = 1 → 60, 2 → 120, 3 and more → 300. */
function interval(sentSoFar: number): number {
  return intervals[Math.min(sentSoFar, intervals.length) - 1] ?? 0
}
