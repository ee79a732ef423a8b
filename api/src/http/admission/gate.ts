/** `overloaded`: all callers together have too many requests. `too_many_requests`: this caller has too many. */
export type Rejection = 'overloaded' | 'too_many_requests'

/** How many requests of a group may run at the same time, and how many may wait. */
export type Limits = { running: number; waiting: number }

export type Ticket = {
  /** 0 is served first. */
  priority: number
  /** Requests with the same key share the limits. */
  caller: { key: string; limits: Limits }
  /** Whether the caller is neither a service nor a user whose session is known. */
  isUnknown: boolean
  start(): void
  reject(reason: Rejection): void
}

type Group = Limits & { current: Limits }
type Entry = {
  ticket: Ticket
  caller: Group
  /** The group of the process, and for an unknown caller also the group of all unknown callers. */
  shared: readonly Group[]
  state: 'new' | 'waiting' | 'running' | 'only of its caller'
  since: number
  timer?: NodeJS.Timeout
}

const LONG_WAIT_FACTOR = 10

/**
 * Decides which requests run, which wait in one queue, and which are rejected. When the queue is full, the newest
 * request of the lowest priority is rejected. A request waits for `maxWaitMs` at most if the queue is more than half
 * full, and otherwise for ten times as long, because a slow machine with a short queue is not overloaded.
 */
export class Gate {
  readonly #maxWaitMs: number
  readonly #process: Group
  /** Unknown callers use at most a quarter of the slots and half of the queue, whatever their priority. */
  readonly #unknown: Group
  readonly #callers = new Map<string, Group>()
  readonly #entries = new Map<Ticket, Entry>()
  /** The highest priority comes first; within a priority, the oldest request. */
  readonly #queue: Entry[] = []

  constructor({ running, waiting, maxWaitMs }: Limits & { maxWaitMs: number }) {
    this.#maxWaitMs = maxWaitMs
    this.#process = newGroup({ running, waiting })
    this.#unknown = newGroup({ running: Math.ceil(running / 4), waiting: Math.ceil(waiting / 2) })
  }

  get count(): Limits {
    return this.#process.current
  }

  enter(ticket: Ticket): void {
    const { key, limits } = ticket.caller
    const caller = this.#callers.get(key) ?? newGroup(limits)
    const shared = ticket.isUnknown ? [this.#process, this.#unknown] : [this.#process]
    const entry: Entry = { ticket, caller, shared, state: 'new', since: performance.now() }
    if (hasFreeSlot(entry)) this.#start(entry)
    else if (isFull(caller)) ticket.reject(this.#isQueueLong ? 'overloaded' : 'too_many_requests')
    else if (ticket.isUnknown && isFull(this.#unknown)) ticket.reject('overloaded')
    else this.#wait(entry)
  }

  /** Removes a request that has its response, or whose caller has left. */
  leave(ticket: Ticket): void {
    const entry = this.#entries.get(ticket)
    if (!entry) return
    this.#remove(entry)
    this.#startNext()
  }

  /** The rest of the request is slow and cheap, so from here on it counts only for its caller. */
  releaseSlot(ticket: Ticket): void {
    const entry = this.#entries.get(ticket)
    if (entry?.state !== 'running') return
    entry.state = 'only of its caller'
    for (const { current } of entry.shared) current.running -= 1
    this.#startNext()
  }

  get #isQueueLong(): boolean {
    return this.#queue.length > this.#process.waiting / 2
  }

  #start(entry: Entry): void {
    this.#add(entry, 'running')
    entry.ticket.start()
  }

  #wait(entry: Entry): void {
    this.#add(entry, 'waiting')
    const before = this.#queue.findLastIndex(({ ticket }) => ticket.priority <= entry.ticket.priority)
    this.#queue.splice(before + 1, 0, entry)
    this.#watch(entry)
    const last = this.#queue.at(-1)
    if (last && this.#queue.length > this.#process.waiting) this.#reject(last, 'overloaded')
  }

  #watch(entry: Entry): void {
    entry.timer = setTimeout(() => {
      const hasWaitedLong = performance.now() - entry.since >= this.#maxWaitMs * LONG_WAIT_FACTOR
      if (this.#isQueueLong) this.#reject(entry, 'overloaded')
      else if (hasWaitedLong) this.#reject(entry, hasRoom(entry.caller) ? 'overloaded' : 'too_many_requests')
      else this.#watch(entry)
    }, this.#maxWaitMs).unref()
  }

  #reject(entry: Entry, reason: Rejection): void {
    this.#remove(entry)
    entry.ticket.reject(reason)
  }

  #startNext(): void {
    for (let next = this.#queue.find(hasFreeSlot); next; next = this.#queue.find(hasFreeSlot)) {
      this.#remove(next)
      this.#start(next)
    }
  }

  #add(entry: Entry, state: 'waiting' | 'running'): void {
    entry.state = state
    this.#entries.set(entry.ticket, entry)
    this.#callers.set(entry.ticket.caller.key, entry.caller)
    for (const { current } of [entry.caller, ...entry.shared]) current[state] += 1
  }

  #remove({ ticket, caller, shared, state, timer }: Entry): void {
    clearTimeout(timer)
    this.#entries.delete(ticket)
    if (state === 'waiting')
      this.#queue.splice(
        this.#queue.findIndex((entry) => entry.ticket === ticket),
        1,
      )
    const counted = state === 'waiting' ? 'waiting' : 'running'
    caller.current[counted] -= 1
    if (state !== 'only of its caller') for (const { current } of shared) current[counted] -= 1
    if (caller.current.running + caller.current.waiting === 0) this.#callers.delete(ticket.caller.key)
  }
}

function newGroup(limits: Limits): Group {
  return { ...limits, current: { running: 0, waiting: 0 } }
}

function hasRoom({ running, current }: Group): boolean {
  return current.running < running
}

function isFull({ waiting, current }: Group): boolean {
  return current.waiting >= waiting
}

function hasFreeSlot({ caller, shared }: Entry): boolean {
  return hasRoom(caller) && shared.every(hasRoom)
}
