/** `overloaded`: too many requests of all callers; `too_many_requests`: of this one. */
export type Rejection = 'overloaded' | 'too_many_requests'

export type Ticket = {
  /**
   * The caller's lane, and how many requests may run in it at once. It is called again when a parked request may go on:
   * by then it may be known which user has sent it.
   */
  lane(): { key: string; limit: number }
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
  /** In a line that is long; what waits in a short one has ten times as long, as on a slow machine. */
  maxWaitMs: number
}

type Lane = { key: string; taken: number; parked: Ticket[] }
type Position = {
  state: 'parked' | 'queued' | 'running'
  since: number
  lane: Lane /** Of the process. */
  hasPlace: boolean
}

const PRIORITIES = 4
const SWEEP_INTERVAL_MS = 50
/** As many as a page and its tabs send at once. */
const SHORT_LANE = 32
const SHORT_LINE_FACTOR = 10

/**
 * Two limits in a row. Each caller has a lane: what is above its limit is parked until requests of the same caller end.
 * Behind the lanes, all callers share the places of the process and one short queue, which is ordered by priority and
 * evicts the lowest when it is full. Where many wait, none waits for longer than `maxWaitMs`.
 */
export function createGate({ concurrency, queueLength, parkedLength, maxWaitMs }: GateLimits) {
  const lanes = new Map<string, Lane>()
  const positions = new Map<Ticket, Position>()
  const queues: Ticket[][] = Array.from({ length: PRIORITIES }, () => [])
  const count = { running: 0, queued: 0, parked: 0 }
  let isSweepDue = false

  function enter(ticket: Ticket, since = performance.now()): void {
    const { key, limit } = ticket.lane()
    const lane = lanes.get(key) ?? { key, taken: 0, parked: [] }
    lanes.set(key, lane)
    if (lane.taken >= limit) {
      // While the process is overloaded, parking would only make a rejection late.
      if (count.queued > queueLength / 2) ticket.reject('overloaded')
      else if (count.parked < parkedLength) park(ticket, lane, since)
      else ticket.reject('too_many_requests')
      return
    }
    lane.taken += 1
    const position: Position = { state: 'queued', since, lane, hasPlace: false }
    positions.set(ticket, position)
    if (count.running < concurrency) start(ticket, position)
    else queue(ticket)
  }

  function park(ticket: Ticket, lane: Lane, since: number): void {
    count.parked += 1
    lane.parked.push(ticket)
    positions.set(ticket, { state: 'parked', since, lane, hasPlace: false })
    sweepLater()
  }

  function queue(ticket: Ticket): void {
    queues[ticket.priority]?.push(ticket)
    count.queued += 1
    sweepLater()
    const newestOfLowest = queues.findLast(({ length }) => length > 0)?.at(-1)
    if (count.queued > queueLength && newestOfLowest) reject(newestOfLowest, 'overloaded')
  }

  function start(ticket: Ticket, position: Position): void {
    position.state = 'running'
    position.hasPlace = true
    count.running += 1
    ticket.start()
  }

  function reject(ticket: Ticket, reason: Rejection): void {
    leave(ticket)
    ticket.reject(reason)
  }

  /** The request has its response, or its caller has left while it waited. */
  function leave(ticket: Ticket): void {
    const position = positions.get(ticket)
    if (!position) return
    leavePlace(ticket)
    positions.delete(ticket)
    const { state, lane } = position
    if (state === 'parked') {
      remove(lane.parked, ticket)
      count.parked -= 1
      return
    }
    if (state === 'queued') {
      remove(queues[ticket.priority] ?? [], ticket)
      count.queued -= 1
    }
    lane.taken -= 1
    unpark(lane)
  }

  function unpark(lane: Lane): void {
    for (let next = lane.parked[0]; next; next = lane.parked[0]) {
      const { key, limit } = next.lane()
      if (key === lane.key && lane.taken >= limit) return
      const since = positions.get(next)?.since
      positions.delete(next)
      lane.parked.shift()
      count.parked -= 1
      enter(next, since)
    }
    if (lane.taken === 0) lanes.delete(lane.key)
  }

  /** The rest of the request is slow and cheap: it counts for its caller alone from here on. */
  function leavePlace(ticket: Ticket): void {
    const position = positions.get(ticket)
    if (!position?.hasPlace) return
    position.hasPlace = false
    count.running -= 1
    const next = queues.find(({ length }) => length > 0)?.shift()
    const nextPosition = next && positions.get(next)
    if (!nextPosition) return
    count.queued -= 1
    start(next, nextPosition)
  }

  function sweepLater(): void {
    if (!isSweepDue) setTimeout(sweep, SWEEP_INTERVAL_MS).unref()
    isSweepDue = true
  }

  function sweep(): void {
    isSweepDue = false
    const now = performance.now()
    const isQueueLong = count.queued > queueLength / 2
    for (const [ticket, { state, since, lane }] of positions) {
      if (state === 'running') continue
      const isLong = state === 'parked' ? lane.parked.length > SHORT_LANE : isQueueLong
      if (now - since <= (isLong ? maxWaitMs : maxWaitMs * SHORT_LINE_FACTOR)) continue
      reject(ticket, state === 'parked' ? 'too_many_requests' : 'overloaded')
    }
    if (count.queued + count.parked > 0) sweepLater()
  }

  return { enter, leave, leavePlace, count: count as Readonly<typeof count> }
}

function remove(tickets: Ticket[], ticket: Ticket): void {
  const index = tickets.indexOf(ticket)
  if (index >= 0) tickets.splice(index, 1)
}
