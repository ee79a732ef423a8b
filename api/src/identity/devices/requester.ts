import type { FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { addressGroup, type Budget, consume, consumeAddressBudgets, networkGroup } from '../../http/rate-limit.ts'
import { addressHashes, readDeviceToken } from './device-cookie.ts'
import { budgets, GUESSING_LIMITS } from './guessing-limits.ts'
import { findKnownDevice, isDeviceToken } from './repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

const HOUR_SECONDS = 60 * 60

/** Who guesses a password or code of a phone, or requests a code. Each requester has its own budgets. */
export type Requester = {
  /** `device:…`, `address:…`, `user:…` */
  key: string
  /** `network:…`. Absent for a known device: a browser in which the phone's user has signed in before. */
  network?: string
  /** The phone's user has signed in from this address before, in another browser. No response may reveal it. */
  isAtKnownAddress?: boolean
}

/** The key of all requesters at an address. */
export function addressKey(ip: string): string {
  return `address:${addressGroup(ip)}`
}

/** Finds out whether the phone's user has signed in before with the calling browser, or from its address. */
export async function findRequester(deps: Deps, request: FastifyRequest, phone: string): Promise<Requester> {
  const device = await findKnownDevice(deps.db, phone, {
    tokenHash: readDeviceToken(deps, request),
    addressHashes: addressHashes(deps, request.ip),
  })
  if (device?.isThis) return { key: `device:${device.id}` }
  return {
    key: addressKey(request.ip),
    network: `network:${networkGroup(request.ip)}`,
    isAtKnownAddress: device !== undefined,
  }
}

/**
 * Limits a browser to `max` an hour: by its device if a user has signed in with it before, otherwise by its address,
 * which may be shared.
 * @throws Problem 429 `too_often`
 */
export async function consumeBrowserBudget(
  deps: Deps,
  request: FastifyRequest,
  what: string,
  max: number,
): Promise<void> {
  const tokenHash = readDeviceToken(deps, request)
  const device = tokenHash && (await isDeviceToken(deps.db, tokenHash)) ? tokenHash.toString('base64url') : undefined
  if (device === undefined) return await consumeAddressBudgets(deps.db, what, request.ip, max)
  const wait = await consume(deps.db, { key: `${what}:device:${device}`, max, window: HOUR_SECONDS })
  if (wait !== null) throw new Problem(429, 'too_often', { retry_after: wait })
}

/** Returns the requester for a signed-in user who proves to own a new phone. */
export function userRequester({ id }: { id: string }, ip: string): Requester {
  return { key: `user:${id}`, network: `network:${networkGroup(ip)}` }
}

/**
 * The budgets of wrong guesses for all phones, from an address and from its network. They do not limit a known device.
 * `what`: `login` or `otp:guess`.
 */
export function sourceBudgets(what: string, { key, network }: Requester): Budget[] {
  if (network === undefined) return []
  const { source } = GUESSING_LIMITS
  return [...budgets(`${what}:${key}`, source.address), ...budgets(`${what}:${network}`, source.network)]
}
