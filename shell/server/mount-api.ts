import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

const prefixes = ['/api', '/demo', '/uploads', '/healthz', '/readyz'] as const
/** Of one process: an API of its own is asked for them itself, one replica after the other. */
const ofThisProcess = ['/metrics'] as const

/** The API answers under its own addresses and headers, in this process or another. */
export async function mountApi(
  app: FastifyInstance,
  { api, apiUrl }: { api?: FastifyInstance; apiUrl?: string },
): Promise<void> {
  if (apiUrl) {
    for (const prefix of prefixes) await app.register(proxy, { upstream: apiUrl, prefix, rewritePrefix: prefix })
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
