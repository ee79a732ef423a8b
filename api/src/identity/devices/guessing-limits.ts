import type { Budget } from '../../http/rate-limit.ts'

const HOUR_SECONDS = 60 * 60

/** The maximum in a window of each length. */
type Limits = { quarterHour?: number; hour?: number; day?: number }

const WINDOWS_SECONDS = { quarterHour: HOUR_SECONDS / 4, hour: HOUR_SECONDS, day: 24 * HOUR_SECONDS } as const

/**
 * The limits of guesses without a session. Decision 0017 explains them, and a test compares its tables with them.
 * `anyone`: all requesters without a known device together.
 */
export const GUESSING_LIMITS = {
  /** Wrong passwords for one phone. */
  passwords: {
    device: { quarterHour: 10, day: 50 },
    address: { quarterHour: 5 },
    anyone: { quarterHour: 20, day: 60 },
  },
  /** Wrong codes for one phone, all purposes together. */
  codes: {
    device: { quarterHour: 5, day: 15 },
    anyone: { quarterHour: 5, day: 15 },
  },
  /** Wrong passwords for all phones from one address or network, and as many wrong codes. */
  source: {
    address: { quarterHour: 20, day: 150 },
    network: { quarterHour: 60, day: 400 },
  },
  /** Codes that are sent to one phone for one purpose. */
  sentToPhone: {
    network: { hour: 5, day: 10 },
    anyone: { hour: 10, day: 20 },
  },
  /** Codes that are sent to all phones. */
  sent: {
    address: { hour: 30 },
    network: { hour: 90 },
  },
} as const satisfies Record<string, Record<string, Limits>>

/** How many codes of a phone are valid at the same time, for all purposes. A new code ends the oldest one. */
export const MAX_LIVING_CODES = 2

/** The budgets of a key, one for each window. The name of the window is appended to the key. */
export function budgets(key: string, limits: Limits): Budget[] {
  const windows = Object.keys(WINDOWS_SECONDS) as (keyof typeof WINDOWS_SECONDS)[]
  return windows.flatMap((name) => {
    const max = limits[name]
    return max === undefined
      ? []
      : [{ key: `${key}${name === 'day' ? ':day' : ''}`, max, window: WINDOWS_SECONDS[name] }]
  })
}
