import type { FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { addressGroup, networkGroup } from '../../http/rate-limit.ts'
import { findKnownDevice } from '../devices/device-cookie.ts'

/** Who requests a code for a phone, or types one in. What one requester uses up is not taken from another. */
export type Requester = {
  /** `device:…`, `address:…`, `user:…` */
  key: string
  /** Of a stranger; absent for a browser in which the phone's user has signed in before. */
  network?: string
}

export async function requesterOf(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  request: FastifyRequest,
  phone: string,
): Promise<Requester> {
  const deviceId = await findKnownDevice(deps, request, phone)
  if (deviceId !== undefined) return { key: `device:${deviceId}` }
  return { key: `address:${addressGroup(request.ip)}`, network: networkGroup(request.ip) }
}

/** A signed-in user who proves that a new phone is the user's. */
export function userRequester({ id }: { id: string }, ip: string): Requester {
  return { key: `user:${id}`, network: networkGroup(ip) }
}
