import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import proxy from '@fastify/http-proxy'
import { currentTraceparent, requestIds } from '@portal/api/http/trace-context'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { FastifyInstance } from 'fastify'
import { API_PREFIXES } from './mount-api.ts'

type Options = { apiUrl: () => string; stopping?: AbortSignal | undefined }

/** Proxies requests to the API that `apiUrl` returns. It never retries, because the client does. */
export async function proxyApi(app: FastifyInstance, { apiUrl, stopping }: Options): Promise<void> {
  for (const prefix of API_PREFIXES) await proxyBelow(app, apiUrl, prefix)
  // This server may be ready when the API is not.
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) =>
    stopping?.aborted ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' },
  )
}

/** Headers of a single connection, and `expect`, which this server handles itself. The library rejects some of them. */
const hopHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function withoutHopHeaders<T extends object>(headers: T): T {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name))) as T
}

async function proxyBelow(app: FastifyInstance, apiUrl: () => string, prefix: string): Promise<void> {
  const streams = new Map<ServerResponse, Readable>()
  // Event streams never end by themselves, so they are ended before the server waits for its connections.
  app.addHook('preClose', async () => {
    for (const [page, stream] of streams) {
      stream.unpipe(page)
      page.end(`retry: ${Math.round(500 + Math.random() * 2_000)}\n\n`)
    }
  })

  await app.register(proxy, {
    upstream: '',
    prefix,
    rewritePrefix: prefix,
    // A line for each request would contain its address, and some addresses give access to an account.
    disableRequestLogging: true,
    undici: {
      // There is no limit, because each listening page has a connection.
      connections: null,
      headersTimeout: 30_000,
      // By default the library trusts any certificate.
      connect: { rejectUnauthorized: true },
    },
    replyOptions: {
      getUpstream: apiUrl,
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...withoutHopHeaders(headers),
        'x-request-id': request.id,
        traceparent: currentTraceparent(request),
        // As any proxy, this server appends the address. The API trusts it and so knows the address of the browser.
        'x-forwarded-for': [headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', '),
      }),
      // The headers of the API do not decide whether the browser's connection stays open: the API may be stopping.
      rewriteHeaders: withoutHopHeaders,
      onResponse(_request, reply, response) {
        const body = (response as unknown as { stream: Readable }).stream
        if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
          const page = reply.raw as ServerResponse
          streams.set(page, body)
          page.on('close', () => streams.delete(page))
        }
        reply.send(body)
      },
      onError(reply, { error }) {
        const timedOut = 'statusCode' in error && error.statusCode === 504
        reply.request.log.warn({ err: error }, 'the API does not respond')
        reply
          .headers(requestIds(reply.request))
          .code(timedOut ? 504 : 502)
          .send({
            code: 'bad_gateway',
            message: 'The API does not answer',
          } satisfies ApiProblem)
      },
    },
  })
}
