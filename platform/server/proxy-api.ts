import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import proxy from '@fastify/http-proxy'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { FastifyInstance } from 'fastify'

/** Headers of one connection, and `expect`, which is done with when the body is read here. The library rejects some of them. */
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

/** Passes what is below `prefix` on to the API of another process. Whether something is asked again is the client's matter. */
export async function proxyApi(app: FastifyInstance, apiUrl: string, prefix: string): Promise<void> {
  const streams = new Map<ServerResponse, Readable>()
  // Before the server waits for its connections to end: these never do.
  app.addHook('preClose', async () => {
    for (const [page, stream] of streams) {
      stream.unpipe(page)
      page.end(`retry: ${Math.round(500 + Math.random() * 2_000)}\n\n`)
    }
  })

  await app.register(proxy, {
    upstream: apiUrl,
    prefix,
    rewritePrefix: prefix,
    // A line for each call would hold its address, and with it what opens an account.
    disableRequestLogging: true,
    undici: {
      // No limit: each page that listens keeps a connection for itself.
      connections: null,
      headersTimeout: 30_000,
      // Unasked, the library believes any certificate.
      connect: { rejectUnauthorized: true },
    },
    replyOptions: {
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...withoutHopHeaders(headers),
        // As proxies do: the API believes those that it is told to trust, and so sees through to the browser.
        'x-forwarded-for': [headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', '),
      }),
      // Whether the browser's connection goes on is not the API's to say: this server may be stopping, or the API alone.
      rewriteHeaders: withoutHopHeaders,
      onResponse(_request, reply, answer) {
        const body = (answer as unknown as { stream: Readable }).stream
        if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
          const page = reply.raw as ServerResponse
          streams.set(page, body)
          page.on('close', () => streams.delete(page))
        }
        reply.send(body)
      },
      onError(reply, { error }) {
        const timedOut = 'statusCode' in error && error.statusCode === 504
        reply.code(timedOut ? 504 : 502).send({
          code: 'bad_gateway',
          message: 'The API does not answer',
        } satisfies ApiProblem)
      },
    },
  })
}
