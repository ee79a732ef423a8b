import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Settings } from '../../settings/settings.ts'
import { showsToken } from '../bearer-token.ts'
import { addressGroup } from '../rate-limit.ts'

/** Above this number the oldest session is forgotten, and its next request counts for its address. */
const MAX_KNOWN = 20_000
/** The number of first characters of a session token that identify the session. They are too few to use it. */
const TOKEN_PREFIX_LENGTH = 16

export type Caller = {
  key: string
  isUser: boolean
  /** Whether the caller is neither a service with its token nor a user whose session was seen before. */
  isUnknown: boolean
}

type CallerSettings = Pick<Settings, 'trustProxy' | 'origin' | 'serviceTokens' | 'metricsTokens' | 'operators'>

/**
 * Finds the caller of a request without a query: the user of a session that was seen before, otherwise the address. It
 * decides only which requests share limits, and never grants access.
 */
export function createCallers({ trustProxy, origin, serviceTokens, metricsTokens, operators }: CallerSettings) {
  const serviceSecrets = [
    ...[...serviceTokens, ...metricsTokens].map(({ value }) => value),
    ...operators.map(({ token }) => token),
  ]
  const userBySession = new Map<string, string>()
  const trust = proxyAddr.compile(trustProxy)
  const sessionPattern = origin.startsWith('https:') ? /(?:^|; *)__Host-session=([^;]+)/ : /(?:^|; *)session=([^;]+)/

  function readSession({ headers }: IncomingMessage): string | undefined {
    return headers.cookie === undefined
      ? undefined
      : sessionPattern.exec(headers.cookie)?.[1]?.slice(0, TOKEN_PREFIX_LENGTH)
  }

  return {
    find(request: IncomingMessage): Caller {
      const session = readSession(request)
      const userId = session && userBySession.get(session)
      if (userId) return { key: userId, isUser: true, isUnknown: false }
      // A socket that its client has just closed has no address any more.
      const key = addressGroup(proxyAddr(request, trust) ?? '')
      const isService =
        request.headers.authorization !== undefined && serviceSecrets.some((token) => showsToken(request, token))
      return { key, isUser: false, isUnknown: !isService }
    },

    /** Stores the user of this request's session, which the session guard has found. */
    learn(request: IncomingMessage, userId: string): void {
      const session = readSession(request)
      if (!session || userBySession.get(session) === userId) return
      userBySession.set(session, userId)
      const [oldest] = userBySession.size > MAX_KNOWN ? userBySession.keys() : []
      if (oldest) userBySession.delete(oldest)
    },
  }
}
