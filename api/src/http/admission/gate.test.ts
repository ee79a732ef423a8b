import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate, type GateLimits, type Ticket } from './gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { concurrency: 2, queueLength: 2, parkedLength: 10, maxWaitMs: 500 }

/** A gate, and what has become of each request by its name. */
function openGate(changed: Partial<GateLimits> = {}) {
  const gate = createGate({ ...limits, ...changed })
  const states: Record<string, string> = {}
  const tickets = new Map<string, Ticket>()
  return {
    gate,
    states,
    enter(name: string, { caller = name, limit = 1, priority = 2 } = {}) {
      const ticket: Ticket = {
        priority,
        lane: () => ({ key: caller, limit }),
        start: () => {
          states[name] = 'running'
        },
        reject: (reason) => {
          states[name] = reason
        },
      }
      states[name] = 'waiting'
      tickets.set(name, ticket)
      gate.enter(ticket)
    },
    leave(name: string) {
      const ticket = tickets.get(name)
      if (ticket) gate.leave(ticket)
      delete states[name]
    },
    leavePlace(name: string) {
      const ticket = tickets.get(name)
      if (ticket) gate.leavePlace(ticket)
    },
  }
}

test('runs as many requests as there are places, queues a few and rejects the rest', () => {
  const { enter, states } = openGate()
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name)
  expect(states).toEqual({ a: 'running', b: 'running', c: 'waiting', d: 'waiting', e: 'overloaded' })
})

test('starts what has waited longest when a place is free', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  leave('a')
  expect(states).toEqual({ b: 'running', c: 'running', d: 'waiting' })
})

test('a request of a higher priority takes the place of a lower one in a full queue, and goes first', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a', 'b', 'list', 'newer list']) enter(name)
  enter('order', { priority: 0 })
  expect(states).toMatchObject({ list: 'waiting', 'newer list': 'overloaded', order: 'waiting' })
  leave('a')
  expect(states).toMatchObject({ list: 'waiting', order: 'running' })
})

test('parks what one caller sends above its limit, and leaves the places to others', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a1', 'a2', 'a3']) enter(name, { caller: 'a' })
  enter('b')
  expect(states).toEqual({ a1: 'running', a2: 'waiting', a3: 'waiting', b: 'running' })
  leave('a1')
  expect(states).toEqual({ a2: 'running', a3: 'waiting', b: 'running' })
})

test('rejects what waits for too long: with 429 behind requests of its own caller, with 503 behind those of others', () => {
  const { enter, states } = openGate({ concurrency: 1 })
  enter('a1', { caller: 'a' })
  enter('a2', { caller: 'a' })
  enter('b')
  vi.advanceTimersByTime(4_900)
  expect(states).toMatchObject({ a2: 'waiting', b: 'waiting' })
  vi.advanceTimersByTime(200)
  expect(states).toEqual({ a1: 'running', a2: 'too_many_requests', b: 'overloaded' })
})

test('rejects sooner where many wait', () => {
  const { enter, states } = openGate({ parkedLength: 100 })
  for (let n = 0; n < 50; n += 1) enter(`a${n}`, { caller: 'a' })
  enter('b1', { caller: 'b' })
  enter('b2', { caller: 'b' })
  vi.advanceTimersByTime(600)
  const rejected = Object.values(states).filter((state) => state === 'too_many_requests')
  expect(rejected.length).toBeGreaterThan(0)
  expect(states).toMatchObject({ b1: 'running', b2: 'waiting' })
})

test('parks no more than it has memory for', () => {
  const { enter, states } = openGate({ parkedLength: 1 })
  for (const name of ['a1', 'a2', 'a3']) enter(name, { caller: 'a' })
  expect(states).toEqual({ a1: 'running', a2: 'waiting', a3: 'too_many_requests' })
})

test('parks nothing while the queue is long', () => {
  const { enter, states } = openGate()
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  enter('a again', { caller: 'a' })
  expect(states).toMatchObject({ 'a again': 'overloaded' })
})

test('counts a slow transfer for its caller alone', () => {
  const { enter, leavePlace, states } = openGate({ concurrency: 1 })
  enter('a1', { caller: 'a' })
  leavePlace('a1')
  enter('a2', { caller: 'a' })
  enter('b')
  expect(states).toEqual({ a1: 'running', a2: 'waiting', b: 'running' })
})

test.each(['running', 'queued', 'parked'])('forgets a %s request whose caller has left', (state) => {
  const { enter, leave, gate } = openGate({ concurrency: 1 })
  enter('running', { caller: 'a' })
  enter('parked', { caller: 'a' })
  enter('queued', { caller: 'b' })
  leave(state)
  for (const rest of ['running', 'queued', 'parked']) leave(rest)
  expect(gate.count).toEqual({ running: 0, queued: 0, parked: 0 })
})

test('a parked request moves to the lane of the user that it turns out to be of', () => {
  const { enter, leave, gate, states } = openGate()
  enter('first', { caller: 'address' })
  let key = 'address'
  gate.enter({
    priority: 2,
    lane: () => ({ key, limit: 1 }),
    start: () => {
      states.moved = 'running'
    },
    reject: () => {},
  })
  enter('second', { caller: 'address' })
  key = 'user'
  leave('first')
  expect(states).toEqual({ moved: 'running', second: 'running' })
})
