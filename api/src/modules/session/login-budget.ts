import type { Db } from '../../db/connect.ts'
import { addressGroup, type Budget, consumeEach, networkGroup, reset, restoreEach } from '../../http/rate-limit.ts'

const QUARTER_HOUR_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/** `deviceId`: the browser in which the phone's user has signed in before; without one, the caller is a stranger. */
type Attempt = { phone: string; ip: string; deviceId?: string | undefined }

/** The budgets of a known device, which strangers cannot consume. */
function ofDevice(deviceId: string): Budget[] {
  return [
    { key: `login:device:${deviceId}`, max: 10, window: QUARTER_HOUR_SECONDS },
    { key: `login:device:${deviceId}:day`, max: 50, window: DAY_SECONDS },
  ]
}

/** The guesses of all strangers at one phone, from whatever addresses. */
function ofPhone({ phone, ip }: Attempt): Budget[] {
  return [
    { key: pairKey({ phone, ip }), max: 5, window: QUARTER_HOUR_SECONDS },
    { key: `login:phone:${phone}`, max: 20, window: QUARTER_HOUR_SECONDS },
    { key: `login:phone:${phone}:day`, max: 60, window: DAY_SECONDS },
  ]
}

/** Guesses from one place at any phone. Right passwords do not count, so that a restaurant may share an address. */
function ofPlace({ ip }: Attempt): Budget[] {
  const address = addressGroup(ip)
  const network = networkGroup(ip)
  return [
    { key: `login:address:${address}`, max: 20, window: QUARTER_HOUR_SECONDS },
    { key: `login:address:${address}:day`, max: 150, window: DAY_SECONDS },
    { key: `login:network:${network}`, max: 60, window: QUARTER_HOUR_SECONDS },
    { key: `login:network:${network}:day`, max: 400, window: DAY_SECONDS },
  ]
}

/**
 * One attempt for each phone, for others at a place where a neighbour has guessed too often. The neighbour cannot consume
 * them by guessing at a few phones, and gets no more than one for each of many phones.
 */
function reserveOf({ phone, ip }: Attempt): Budget[] {
  const network = networkGroup(ip)
  return [
    { key: `login:reserve:${network}`, max: 20, window: QUARTER_HOUR_SECONDS },
    { key: `login:reserve:${network}:${phone}`, max: 1, window: QUARTER_HOUR_SECONDS },
  ]
}

function pairKey({ phone, ip }: Attempt): string {
  return `login:pair:${phone}:${addressGroup(ip)}`
}

/** `consumed`: the budgets to restore if the password is right. `wait`: seconds. */
type Outcome = { wait: number } | { consumed: Budget[] }

/** Counts an attempt before the password is compared. Depends on nothing that would show whether the phone is registered. */
export async function consumeAttempt(db: Db, attempt: Attempt): Promise<Outcome> {
  if (attempt.deviceId !== undefined) {
    const own = ofDevice(attempt.deviceId)
    const wait = await consumeEach(db, own)
    return wait === null ? { consumed: own } : { wait }
  }
  const phone = ofPhone(attempt)
  const phoneWait = await consumeEach(db, phone)
  if (phoneWait !== null) return { wait: phoneWait }
  const place = ofPlace(attempt)
  const placeWait = await consumeEach(db, place)
  if (placeWait === null) return { consumed: [...phone, ...place] }
  const reserve = reserveOf(attempt)
  if ((await consumeEach(db, reserve)) === null) return { consumed: [...phone, ...reserve] }
  await restoreEach(db, phone)
  return { wait: placeWait }
}

/** Restores what a right password has consumed: it was no guess. */
export async function restoreAttempt(db: Db, attempt: Attempt, consumed: readonly Budget[]): Promise<void> {
  await restoreEach(db, consumed)
  await reset(db, { key: pairKey(attempt) })
}

/** Resets the guesses at a phone whose owner has set a new password. */
export async function resetGuesses(db: Db, attempt: Attempt): Promise<void> {
  for (const budget of ofPhone(attempt)) await reset(db, budget)
}
