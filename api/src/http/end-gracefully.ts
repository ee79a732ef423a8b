import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Open connections may bring another request, so they are closed after this time without one. */
const LAST_REQUESTS_MS = 1_000
/** The longest time in which further requests are served. A proxy with many open connections uses them one by one. */
const MAX_LAST_REQUESTS_MS = 4_000
/** The time for connections that the system has accepted and this process has not seen yet. */
const ACCEPT_MS = 200
const CLOSE_INTERVAL_MS = 200
/** Longer than the deadline of a request. Connections that are still open then wait for a slow client. */
const SLOW_CLIENTS_MS = 12_000

/**
 * Closes the server at the end of its process, without losing a request and without waiting for idle clients. First it
 * accepts no new connections, so that a proxy uses another server. Open connections get responses to their requests,
 * each as the last response of its connection. Idle connections are closed last, because a proxy that loses one would
 * open a new one to this server.
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
    // Closing the listening socket would reset connections that this process has not seen yet.
    await whileGrowing(() => connections, ACCEPT_MS, waitForTurns)
    // `close` of the HTTP server would also end idle connections immediately; `close` of the net server does not.
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

/** Lets the event loop accept new connections. */
async function waitForTurns(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

async function waitForRequests(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS))
  // The event loop runs timers before it reads from the network, so one turn is not enough.
  await nextTurn()
}

/** Waits again while the number has grown during the last wait, but not longer than `maxMs`. */
async function whileGrowing(count: () => number, maxMs: number, wait: () => Promise<void>): Promise<void> {
  const end = performance.now() + maxMs
  for (let seen = -1; seen !== count() && performance.now() < end; ) {
    seen = count()
    await wait()
  }
}
