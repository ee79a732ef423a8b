import type { FastifyInstance } from 'fastify'

/** The paths of the API, whichever process it runs in. */
export const API_PREFIXES = ['/api', '/demo', '/uploads'] as const
/** Paths that each process has. Clients request those of a separate API from its replicas directly. */
const PROCESS_PATHS = ['/healthz', '/readyz', '/metrics'] as const

/** Returns whether an address is the API's, whichever process it runs in. */
export function isApiAddress(url = ''): boolean {
  return API_PREFIXES.some((prefix) => url.startsWith(prefix) && /^([/?]|$)/.test(url.slice(prefix.length)))
}

/** Serves the API of this process with its own paths and headers. */
export async function mountApi(app: FastifyInstance, api: FastifyInstance): Promise<void> {
  await api.ready()
  // Ends event streams, because the server would wait for them.
  app.addHook('preClose', () => api.close())
  await app.register(async (scope) => {
    // This runs before the server reads the type of a body, because the API itself decides about that.
    scope.addHook('onRequest', (request, reply) => {
      reply.hijack()
      // Both servers name the request by one id.
      request.raw.headers['x-request-id'] = request.id
      api.routing(request.raw, reply.raw)
    })
    for (const prefix of [...API_PREFIXES, ...PROCESS_PATHS]) {
      for (const url of [prefix, `${prefix}/*`]) scope.all(url, (_request, reply) => reply.callNotFound())
    }
  })
}
