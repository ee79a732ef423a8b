import type { Budget } from '../../http/rate-limit.ts'
import type { Requester } from './requester.ts'

const QUARTER_HOUR_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const day = 24 * HOUR_SECONDS

/**
 * The codes that strangers may have sent to a phone, beside the interval and the five an hour of each requester. Those of
 * one network consume half of it at most. A known device has a budget of its own.
 */
export function sendBudgets(purpose: string, phone: string, { key, network }: Requester): Budget[] {
  if (network === undefined) return []
  const toPhone = `otp:send:${purpose}:${phone}`
  return [
    { key: `otp:send:${key}`, max: 30, window: HOUR_SECONDS },
    { key: `otp:send:${network}`, max: 90, window: HOUR_SECONDS },
    { key: `${toPhone}:${network}`, max: 5, window: HOUR_SECONDS },
    { key: `${toPhone}:${network}:day`, max: 10, window: day },
    { key: toPhone, max: 10, window: HOUR_SECONDS },
    { key: `${toPhone}:day`, max: 20, window: day },
  ]
}

/** The guesses of one requester, at an old or a new code of the phone. */
export function ownGuesses(phone: string, { key }: Requester): Budget {
  return { key: `otp:guess:${phone}:${key}`, max: 5, window: QUARTER_HOUR_SECONDS }
}

export function guessBudgets(phone: string, requester: Requester): Budget[] {
  const own = ownGuesses(phone, requester)
  if (requester.network === undefined) return [own]
  return [
    own,
    { key: `otp:guess:${requester.key}`, max: 60, window: HOUR_SECONDS },
    { key: `otp:guess:${phone}`, max: 20, window: QUARTER_HOUR_SECONDS },
    { key: `otp:guess:${phone}:day`, max: 60, window: day },
  ]
}
