import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a connection without a request may still bring one. */
const firstRequest = 500

/** A server that ends loses no request, and waits for nobody who asks nothing. `stopping`: aborted a while before it closes. */
export function endGracefully(app: FastifyInstance, stopping: AbortSignal | undefined): void {
  // Each answer is the last on its connection: a proxy keeps none that is about to be closed under its next request.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping?.aborted) reply.header('connection', 'close')
  })

  // Browsers connect ahead of their requests, and Node waits for the first one on each connection.
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, firstRequest).unref()
  })
}
