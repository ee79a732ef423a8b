import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Open connections may bring a last request, so they are closed after this time without a request. */
const LAST_REQUESTS_MS = 1_000
/** The maximum in which requests still come: a proxy with many kept connections uses them one by one. */
const MAX_LAST_REQUESTS_MS = 4_000
/** For connections that the system has accepted and this process has not. */
const ACCEPT_MS = 200
const CLOSE_INTERVAL_MS = 200
/** Longer than the deadline of a request: what is open after it waits for a slow client. */
const SLOW_CLIENTS_MS = 12_000

/**
 * Closes the server when its process ends without losing a request, and without waiting for idle clients. First it
 * accepts no new connection, so that a proxy uses another server; requests over the open ones get responses, each the
 * last on its connection. Only then idle connections are closed: a proxy that loses one earlier would open another one
 * to this server.
 */
export function endGracefully(app: FastifyInstance, stopping?: AbortSignal): void {
  const { server } = app
  let connections = 0
  let requests = 0
  let running = 0
  let isEnding = false
  let stopped: Promise<unknown> | undefined
  server.on('connection', () => {
    connections += 1
  })
  server.prependListener('request', (_request, response) => {
    requests += 1
    running += 1
    response.once('close', () => {
      running -= 1
    })
    if (isEnding) response.setHeader('Connection', 'close')
  })

  function closeUnused(): void {
    if (running === 0) server.closeAllConnections()
    else server.closeIdleConnections()
  }

  app.addHook('preClose', async () => {
    if (!server.listening) return
    // The system has accepted connections that this process has not seen yet. To stop listening would reset them.
    await whileGrowing(() => connections, ACCEPT_MS, waitForTurns)
    // The HTTP server's own `close` would end idle connections immediately.
    stopped = new Promise((resolve) => Server.prototype.close.call(server, resolve))
    isEnding = true
    if (stopping?.aborted && requests > 0) await whileGrowing(() => requests, MAX_LAST_REQUESTS_MS, waitForRequests)
    closeUnused()
    const closing = setInterval(closeUnused, CLOSE_INTERVAL_MS)
    const ending = setTimeout(() => server.closeAllConnections(), SLOW_CLIENTS_MS)
    void stopped.then(() => {
      clearInterval(closing)
      clearTimeout(ending)
    })
  })
  app.addHook('onClose', async () => stopped)
}

/** New connections come between two turns of the event loop. */
async function waitForTurns(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

async function waitForRequests(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS))
  // A timer comes before what the system has received meanwhile.
  await nextTurn()
}

/** Waits again and again while a number has grown meanwhile, until `maxMs` have passed. */
async function whileGrowing(count: () => number, maxMs: number, wait: () => Promise<void>): Promise<void> {
  const end = performance.now() + maxMs
  for (let seen = -1; seen !== count() && performance.now() < end; ) {
    seen = count()
    await wait()
  }
}
