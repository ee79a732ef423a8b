import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ConnectionTable, isIdle, waitsForClient } from './connections/connection-table.ts'
import { stopListening } from './connections/listen.ts'

/** Open connections may bring a last request: they are closed when none has come for so many milliseconds. */
const LAST_REQUESTS_MS = 1_000
/** The maximum in which requests still come: a proxy with many kept connections uses them one by one. */
const MAX_LAST_REQUESTS_MS = 4_000
/** Milliseconds for connections that the system has taken and this process has not. */
const ACCEPT_MS = 200
/** Milliseconds for the rest of a request that a client has begun, or of a response that it reads. */
const SLOW_CLIENTS_MS = 5_000

/**
 * Closes the server when its process ends without losing a request, and without waiting for idle clients. First it accepts
 * no new connection, so that a proxy uses another server; requests over the open ones get responses, each the last on its
 * connection. Only then idle connections are closed, when no request is under way on them any more.
 */
export function endGracefully(app: FastifyInstance, connections: ConnectionTable, stopping?: AbortSignal): void {
  let stopped: Promise<void> | undefined
  app.addHook('preClose', async () => {
    if (!app.server.listening) return connections.endAfterResponse()
    await acceptWaiting(connections)
    stopped = stopListening(app.server)
    // Not before: a proxy that loses a kept connection would open another one while these are still accepted.
    connections.endAfterResponse()
    if (stopping?.aborted && connections.all().some(({ requests }) => requests > 0)) await lastRequests(connections)
    connections.closeWhere(isIdle)
    setTimeout(() => connections.closeWhere(waitsForClient), SLOW_CLIENTS_MS).unref()
  })
  app.addHook('onClose', async () => stopped)
}

/** Resolves when no request has come for a while over the connections that are open. */
function lastRequests(connections: ConnectionTable): Promise<void> {
  return whileGrowing(
    () => connections.requests,
    MAX_LAST_REQUESTS_MS,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, LAST_REQUESTS_MS))
      // A timer comes before what the system has received meanwhile.
      await nextTurn()
    },
  )
}

/** The system has taken connections that this process has not seen yet: to close what listens would reset them. */
function acceptWaiting(connections: ConnectionTable): Promise<void> {
  return whileGrowing(
    () => connections.accepted,
    ACCEPT_MS,
    async () => {
      // New connections come between two turns, a few at a time.
      await nextTurn()
      await nextTurn()
    },
  )
}

/** Waits again and again while a number has grown meanwhile, until `maxMs` have passed. */
async function whileGrowing(count: () => number, maxMs: number, wait: () => Promise<void>): Promise<void> {
  const end = performance.now() + maxMs
  for (let seen = -1; seen !== count() && performance.now() < end; ) {
    seen = count()
    await wait()
  }
}
