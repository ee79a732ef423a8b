import type { FastifyInstance } from 'fastify'
import { proxyApi } from './proxy-api.ts'

/** The paths of the API, whichever process it runs in. */
const prefixes = ['/api', '/demo', '/uploads'] as const
/** Paths that each process has. Clients request those of a separate API from its replicas directly. */
const ofThisProcess = ['/healthz', '/readyz', '/metrics'] as const

/** Returns whether an address is the API's, whichever process it runs in. */
export function isOfApi(url = ''): boolean {
  return prefixes.some((prefix) => url.startsWith(prefix) && /^([/?]|$)/.test(url.slice(prefix.length)))
}

type MountedApi = {
  api?: FastifyInstance
  apiUrl?: string | (() => string) | undefined
  stopping?: AbortSignal | undefined
}

/** Serves the API with its own paths and headers, from this process or another. */
export async function mountApi(app: FastifyInstance, { api, apiUrl, stopping }: MountedApi): Promise<void> {
  if (apiUrl) {
    const address = typeof apiUrl === 'string' ? () => apiUrl : apiUrl
    for (const prefix of prefixes) await proxyApi(app, address, prefix)
    // This server may be ready when the API is not.
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_request, reply) =>
      stopping?.aborted ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' },
    )
    return
  }
  if (!api) return
  await api.ready()
  // Ends event streams, because the server would wait for them.
  app.addHook('preClose', () => api.close())
  await app.register(async (scope) => {
    // Before the type of the body is read: the API itself decides about that.
    scope.addHook('onRequest', (request, reply) => {
      reply.hijack()
      api.routing(request.raw, reply.raw)
    })
    for (const prefix of [...prefixes, ...ofThisProcess]) {
      for (const url of [prefix, `${prefix}/*`]) scope.all(url, (_request, reply) => reply.callNotFound())
    }
  })
}
