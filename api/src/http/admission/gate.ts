import { createQueue, type Queue } from './queue.ts'

/** `overloaded`: too many requests of all callers; `too_many_requests`: of this one. */
export type Rejection = 'overloaded' | 'too_many_requests'

/** The caller's lane, and how many requests may run in it at once. */
export type Lane = {
  key: string
  limit: number
  /** The caller is a stranger, who uses only the places of strangers. */
  isStranger?: boolean
  /** Where many wait, a caller with less weight goes first. */
  weight?: number
}

export type Ticket = {
  /** Called again when a parked request may go on: by then it may be known which user has sent it. */
  lane(): Lane
  /** 0 is served first. */
  priority: number
  start(): void
  reject(reason: Rejection): void
}

export type GateLimits = {
  /** Requests that run at once. */
  concurrency: number
  /** Requests that wait for a place among those. */
  queueLength: number
  /** Requests that wait for other requests of their own caller. */
  parkedLength: number
  /** The maximum in a long queue; in a short one it is ten times as long, as on a slow machine. */
  maxWaitMs: number
}

type OpenLane = { key: string; taken: number; parked: Position[] }
type Position = {
  ticket: Ticket
  state: 'parked' | 'queued' | 'running'
  since: number
  lane: OpenLane
  queue: Queue<Position>
  /** The order in its queue. */
  order: number
  /** The limits of the process. */
  hasPlace: boolean
}

const PRIORITIES = 4
/** The share of the places, and of the length of the queue. */
const STRANGERS_SHARE = 1 / 4
const STRANGERS_QUEUE = 1 / 2
const SWEEP_INTERVAL_MS = 50
/** The number of requests that a page and its tabs send at once. */
const SHORT_LANE = 32
const SHORT_LINE_FACTOR = 10

/**
 * Two limits in a row. Each caller has a lane: what is above its limit is parked until requests of the same caller end.
 * Behind the lanes, all callers share the places of the process and a short queue, which is ordered by priority and
 * evicts the lowest when it is full. Strangers have a share of the places and a queue of their own, in which those who
 * have sent little go first. Where many wait, none waits for longer than `maxWaitMs`.
 */
export function createGate({ concurrency, queueLength, parkedLength, maxWaitMs }: GateLimits) {
  const lanes = new Map<string, OpenLane>()
  const positions = new Map<Ticket, Position>()
  const queues: Record<'known' | 'strangers', Queue<Position>> = {
    known: createQueue({ concurrency, queueLength }),
    strangers: createQueue({
      concurrency: Math.ceil(concurrency * STRANGERS_SHARE),
      queueLength: Math.ceil(queueLength * STRANGERS_QUEUE),
    }),
  }
  const count = { running: 0, queued: 0, parked: 0 }
  let isSweepDue = false

  function enter(ticket: Ticket, since = performance.now()): void {
    const { key, limit, isStranger = false, weight = 0 } = ticket.lane()
    const lane = lanes.get(key) ?? { key, taken: 0, parked: [] }
    lanes.set(key, lane)
    const queue = isStranger ? queues.strangers : queues.known
    const order = weight * PRIORITIES + ticket.priority
    const position: Position = { ticket, state: 'queued', since, lane, queue, order, hasPlace: false }
    if (lane.taken >= limit) {
      // While the process is overloaded, parking would only make a rejection late.
      if (queue.isLong) ticket.reject('overloaded')
      else if (count.parked < parkedLength) park(position)
      else ticket.reject('too_many_requests')
      return
    }
    lane.taken += 1
    positions.set(ticket, position)
    if (count.running < concurrency && queue.hasPlace) start(position)
    else wait(position)
  }

  function park(position: Position): void {
    position.state = 'parked'
    position.lane.parked.push(position)
    positions.set(position.ticket, position)
    count.parked += 1
    sweepLater()
  }

  function wait(position: Position): void {
    count.queued += 1
    sweepLater()
    const evicted = position.queue.add(position)
    if (evicted) reject(evicted.ticket, 'overloaded')
  }

  function start(position: Position): void {
    position.state = 'running'
    position.hasPlace = true
    position.queue.running += 1
    count.running += 1
    position.ticket.start()
  }

  function reject(ticket: Ticket, reason: Rejection): void {
    leave(ticket)
    ticket.reject(reason)
  }

  /** Releases the place of a request that has its response, or whose caller has left. */
  function leave(ticket: Ticket): void {
    const position = positions.get(ticket)
    if (!position) return
    leavePlace(ticket)
    positions.delete(ticket)
    const { state, lane, queue } = position
    if (state === 'parked') {
      lane.parked.splice(lane.parked.indexOf(position), 1)
      count.parked -= 1
      return
    }
    if (state === 'queued') {
      queue.remove(position)
      count.queued -= 1
    }
    lane.taken -= 1
    unpark(lane)
  }

  function unpark(lane: OpenLane): void {
    for (let next = lane.parked[0]; next; next = lane.parked[0]) {
      const { key, limit } = next.ticket.lane()
      if (key === lane.key && lane.taken >= limit) return
      positions.delete(next.ticket)
      lane.parked.shift()
      count.parked -= 1
      enter(next.ticket, next.since)
    }
    if (lane.taken === 0) lanes.delete(lane.key)
  }

  /** The rest of the request is slow and cheap: it counts for its caller alone from here on. */
  function leavePlace(ticket: Ticket): void {
    const position = positions.get(ticket)
    if (!position?.hasPlace) return
    position.hasPlace = false
    position.queue.running -= 1
    count.running -= 1
    const next = nextToStart()
    if (!next) return
    next.queue.remove(next)
    count.queued -= 1
    start(next)
  }

  /** The first of a queue that has a place: the one of the higher priority, and of one priority the known caller's. */
  function nextToStart(): Position | undefined {
    const { known, strangers } = queues
    const stranger = strangers.hasPlace ? strangers.first : undefined
    if (!known.first || !stranger) return known.first ?? stranger
    return stranger.ticket.priority < known.first.ticket.priority ? stranger : known.first
  }

  function sweepLater(): void {
    if (!isSweepDue) setTimeout(sweep, SWEEP_INTERVAL_MS).unref()
    isSweepDue = true
  }

  function sweep(): void {
    isSweepDue = false
    const now = performance.now()
    const long = Object.values(queues).filter(({ isLong }) => isLong)
    for (const { ticket, state, since, lane, queue } of positions.values()) {
      if (state === 'running') continue
      const isLong = state === 'parked' ? lane.parked.length > SHORT_LANE : long.includes(queue)
      if (now - since <= (isLong ? maxWaitMs : maxWaitMs * SHORT_LINE_FACTOR)) continue
      reject(ticket, state === 'parked' ? 'too_many_requests' : 'overloaded')
    }
    if (count.queued + count.parked > 0) sweepLater()
  }

  return { enter, leave, leavePlace, count: count as Readonly<typeof count> }
}
