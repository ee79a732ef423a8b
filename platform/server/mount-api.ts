import type { FastifyInstance } from 'fastify'
import { proxyApi } from './proxy-api.ts'

/** The paths of the API, whichever process it runs in. */
const prefixes = ['/api', '/demo', '/uploads'] as const
/** The paths that each process has: those of an API of its own are requested there, one replica after the other. */
const ofThisProcess = ['/healthz', '/readyz', '/metrics'] as const

/** Whether an address is the API's, wherever it runs. */
export function isOfApi(url = ''): boolean {
  return prefixes.some((prefix) => url.startsWith(`${prefix}/`))
}

type MountedApi = { api?: FastifyInstance; apiUrl?: string | undefined; stopping?: AbortSignal | undefined }

/** The API answers under its own addresses and headers, in this process or another. */
export async function mountApi(app: FastifyInstance, { api, apiUrl, stopping }: MountedApi): Promise<void> {
  if (apiUrl) {
    for (const prefix of prefixes) await proxyApi(app, apiUrl, prefix)
    // Whether the API is well is no matter of this server's.
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_request, reply) =>
      stopping?.aborted ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' },
    )
    return
  }
  if (!api) return
  await api.ready()
  // Ends the live streams, which the server would wait for.
  app.addHook('preClose', () => api.close())
  await app.register(async (scope) => {
    // The body goes to the API as it came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const prefix of [...prefixes, ...ofThisProcess]) {
      for (const url of [prefix, `${prefix}/*`]) {
        scope.all(url, (request, reply) => {
          reply.hijack()
          api.routing(request.raw, reply.raw)
        })
      }
    }
  })
}
