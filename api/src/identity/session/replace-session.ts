import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { rememberDevice } from '../devices/device-cookie.ts'
import { setSessionDevice } from '../devices/repository.ts'
import { endSession } from './service.ts'
import { hashToken, sessionCookie } from './token.ts'

type SignedInBrowser = {
  request: FastifyRequest
  reply: FastifyReply
  userId: string
  token: string
  remembered: boolean
}

/** Starts a session for the user who has just signed in, ends the browser's previous one, and remembers the device. */
export async function replaceSession(
  deps: Pick<MessageDependencies, 'db' | 'settings' | 'sms' | 'log'>,
  { request, reply, userId, token, remembered }: SignedInBrowser,
): Promise<void> {
  const cookie = sessionCookie(deps.settings)
  const previous = cookie.read(request)
  if (previous) await endSession(deps, previous)
  await setSessionDevice(deps.db, hashToken(token), await rememberDevice(deps, { request, reply, userId }))
  cookie.write(reply, token, remembered)
}
