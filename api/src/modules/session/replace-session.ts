import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { endSession } from './service.ts'
import { sessionCookie } from './token.ts'

type SignedInBrowser = { request: FastifyRequest; reply: FastifyReply; token: string; remembered: boolean }

/** Gives the browser the session of who has just signed in, and ends the one that it had. */
export async function replaceSession(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  { request, reply, token, remembered }: SignedInBrowser,
): Promise<void> {
  const cookie = sessionCookie(deps.settings)
  const previous = cookie.read(request)
  if (previous) await endSession(deps, previous)
  cookie.write(reply, token, remembered)
}
