import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { addressGroup } from '../rate-limit.ts'
import { createGate, type Rejection, type Ticket } from './gate.ts'
import { sendRejection } from './rejection.ts'
import { createRequestWeights } from './request-weights.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Requests of one address that are worked on at once. A page and its files take about a millisecond each. */
const MAX_OF_ADDRESS = 1
/** Few, so that in each turn of the event loop calls of the API come between them. */
const limits = {
  concurrency: 4,
  queueLength: 1_000,
  parkedLength: 10_000,
  maxWaitMs: 5_000,
}

type Options = {
  trustProxy: readonly string[]
  onReject?: (reason: Rejection) => void
  /** The user of a session that was seen before, who is no stranger. */
  findUser?: (request: IncomingMessage) => string | undefined
}

/** Waiting requests that no browser sends at once, and milliseconds between two of them: CPU for all others. */
const FLOOD_LENGTH = 64
const FLOOD_INTERVAL_MS = 2

/** In a later turn of the event loop: a row of cheap requests must let others come between. */
export function leaveLater(gate: ReturnType<typeof createGate>, ticket: Ticket): void {
  if (gate.count.parked + gate.count.queued > FLOOD_LENGTH) setTimeout(() => gate.leave(ticket), FLOOD_INTERVAL_MS)
  else setImmediate(() => gate.leave(ticket))
}

const healthPath = /^\/(?:healthz|readyz|metrics)(?=\?|$)/
/** A property, since the garbage collector keeps what a WeakMap has for thousands of responses until a full collection. */
const turn = Symbol('turn')
const place = Symbol('place')
type WithTurn = ServerResponse & { [turn]?: () => void; [place]?: () => void }

/** The rest of the response waits for another machine: other requests of the address are worked on meanwhile. */
export function leaveTurn(response: WithTurn): void {
  response[turn]?.()
}

/** The response waits for other processes of this machine: requests of other addresses are worked on meanwhile. */
export function leavePlace(response: WithTurn): void {
  response[place]?.()
}

/**
 * For what is not of the API: pages, files, images, health. Any stranger may request them, and each costs processor time
 * alone, so a caller with hundreds of requests at once waits for itself: in each turn of the event loop others come
 * between. A request counts until its response begins: how fast a client reads is no matter of the processor.
 */
export function createFairTurns({ trustProxy, onReject = () => {}, findUser = () => undefined }: Options) {
  const gate = createGate(limits)
  const trust = proxyAddr.compile([...trustProxy])
  const requestWeights = createRequestWeights()

  return (handle: Handler): Handler =>
    (request, response: WithTurn) => {
      const address = addressGroup(proxyAddr(request, trust) ?? '')
      // Monitors share neither queue nor places with the users of their address: they may wait for a database.
      const [healthOf] = healthPath.exec(request.url ?? '') ?? []
      const user = findUser(request)
      const key = `${user ?? address} ${healthOf ?? ''}`
      const weight = user ? 0 : 1 + requestWeights.add(key, performance.now())
      const ticket: Ticket = {
        priority: 0,
        lane: () => ({ key, limit: MAX_OF_ADDRESS, weight }),
        start() {
          // A body may be slow, and no such request needs one.
          const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
          if (healthOf || hasBody) gate.leavePlace(ticket)
          if (request.socket.destroyed) leave()
          else handle(request, response)
        },
        reject(reason) {
          onReject(reason)
          sendRejection(response, reason)
        },
      }
      const leave = () => leaveLater(gate, ticket)
      response[turn] = leave
      response[place] = () => gate.leavePlace(ticket)
      const { writeHead } = response
      response.writeHead = ((...parts: Parameters<typeof writeHead>) => {
        leave()
        return writeHead.apply(response, parts)
      }) as typeof writeHead
      response.once('close', leave)
      gate.enter(ticket)
    }
}
