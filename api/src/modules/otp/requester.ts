import type { FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { addressGroup, networkGroup } from '../../http/rate-limit.ts'
import { findKnownDevice } from '../devices/device-cookie.ts'

/** The caller who requests a code for a phone, or enters one. Each has budgets of its own. */
export type Requester = {
  /** `device:…`, `address:…`, `user:…` */
  key: string
  /** The stranger's network; absent for a browser in which the phone's user has signed in before. */
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

/** Returns the requester for a signed-in user who proves to own a new phone. */
export function userRequester({ id }: { id: string }, ip: string): Requester {
  return { key: `user:${id}`, network: networkGroup(ip) }
}
