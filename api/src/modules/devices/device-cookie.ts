import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { hashToken, newToken } from '../session/token.ts'
import { findDeviceOf, isDeviceToken, seeDevice } from './repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

const lifetimeSeconds = 365 * 24 * 60 * 60

function deviceCookie({ settings }: Pick<Deps, 'settings'>) {
  const secure = settings.origin.startsWith('https:')
  return {
    name: secure ? '__Host-device' : 'device',
    attributes: { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: lifetimeSeconds } as const,
  }
}

/** Finds the id of the calling browser, if the user of this phone has signed in there before. */
export async function findKnownDevice(deps: Deps, request: FastifyRequest, phone: string): Promise<string | undefined> {
  const token = request.cookies[deviceCookie(deps).name]
  return token ? await findDeviceOf(deps.db, phone, hashToken(token)) : undefined
}

/**
 * Makes the browser a known device of the user and returns its id; the user's phone gets a message if the user has other
 * devices. A token that the portal did not issue is replaced: else another site's page could choose it.
 */
export async function rememberDevice(
  deps: Deps,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<string> {
  const { name, attributes } = deviceCookie(deps)
  const presented = request.cookies[name]
  const token = presented && (await isDeviceToken(deps.db, hashToken(presented))) ? presented : newToken()
  reply.setCookie(name, token, attributes)
  return await deps.db.transaction().execute(async (trx) => {
    const { id, isAnother } = await seeDevice(trx, userId, hashToken(token))
    if (isAnother) await addSecurityNotice(trx, deps, { userId }, { type: 'new_device' })
    return id
  })
}
