import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { addressGroup } from '../../http/rate-limit.ts'
import type { Secret } from '../../settings/secrets.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { hashToken, newToken } from '../session/token.ts'
import { isDeviceToken, seeDevice } from './repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

const LIFETIME_SECONDS = 365 * 24 * 60 * 60

function deviceCookie({ settings }: Pick<Deps, 'settings'>) {
  const secure = settings.origin.startsWith('https:')
  return {
    name: secure ? '__Host-device' : 'device',
    attributes: { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: LIFETIME_SECONDS } as const,
  }
}

/** Returns the hash of the token that the calling browser has, if any. */
export function readDeviceToken(deps: Pick<Deps, 'settings'>, request: FastifyRequest): Buffer | undefined {
  const token = request.cookies[deviceCookie(deps).name]
  return token === undefined ? undefined : hashToken(token)
}

/**
 * Hashes the address with each version of the pepper, the current one first. A hash without a key could be compared
 * with the hashes of all addresses.
 */
export function addressHashes({ settings }: Pick<Deps, 'settings'>, ip: string): [Buffer, ...Buffer[]] {
  const hash = ({ value }: Secret<Buffer>) =>
    createHmac('sha256', value)
      .update(`address ${addressGroup(ip)}`)
      .digest()
  const [present, ...others] = settings.otpPeppers
  return [hash(present), ...others.map(hash)]
}

/**
 * Makes the browser a known device of the user and returns its id. If the user has other devices, the user's phone gets
 * a message. A token that the portal did not issue is replaced, because a page of another site may have set it.
 */
export async function rememberDevice(
  deps: Deps,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<string> {
  const { name, attributes } = deviceCookie(deps)
  const presented = request.cookies[name]
  const token = presented && (await isDeviceToken(deps.db, hashToken(presented))) ? presented : newToken()
  reply.setCookie(name, token, attributes)
  const [addressHash] = addressHashes(deps, request.ip)
  return await deps.db.transaction().execute(async (trx) => {
    const { id, isAnother } = await seeDevice(trx, userId, { tokenHash: hashToken(token), addressHash })
    if (isAnother) await addSecurityNotice(trx, deps, { userId }, { type: 'new_device' })
    return id
  })
}
