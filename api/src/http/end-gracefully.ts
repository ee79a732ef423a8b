import { Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which connections that are open may bring a last request. */
const lastRequests = 1_000

/**
 * A server that closes because its process ends loses no request, and waits for nobody who asks nothing. First it takes
 * no new connection, so that a proxy turns to another server; what still comes over the open ones is answered, and each
 * answer is the last on its connection. Only then are idle ones ended: no request is under way on them any more.
 */
export function endGracefully(app: FastifyInstance, stopping: AbortSignal | undefined): void {
  // Browsers connect ahead of their requests, and Node waits for the first one on each connection.
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))

  let closing = false
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })

  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    // An HTTP server's own `close`, which Fastify calls next, ends idle connections at once.
    Server.prototype.close.call(app.server)
    if (stopping?.aborted) await delay(lastRequests)
    for (const socket of unused) socket.destroy()
  })
}
