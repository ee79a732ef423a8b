import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Gate, type Limits, type Ticket } from './gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const callerLimits = { running: 1, waiting: 10 }

/** Opens a gate that records the state of each request by its name. */
function openGate(limits: Partial<Limits> = {}) {
  const gate = new Gate({ running: 2, waiting: 2, maxWaitMs: 500, ...limits })
  const states: Record<string, string> = {}
  const tickets = new Map<string, Ticket>()
  const ticketNamed = (name: string) => tickets.get(name) as Ticket
  return {
    gate,
    states,
    enter(name: string, { caller = name, limits = callerLimits, priority = 2, isUnknown = false } = {}) {
      const ticket: Ticket = {
        priority,
        caller: { key: caller, limits },
        isUnknown,
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
      gate.leave(ticketNamed(name))
      delete states[name]
    },
    releaseSlot: (name: string) => gate.releaseSlot(ticketNamed(name)),
  }
}

test('the gate runs as many requests as there are slots, queues a few and rejects the rest', () => {
  const { enter, states } = openGate()
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name)
  expect(states).toEqual({ a: 'running', b: 'running', c: 'waiting', d: 'waiting', e: 'overloaded' })
})

test('the request that has waited longest starts when a slot is free', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  leave('a')
  expect(states).toEqual({ b: 'running', c: 'running', d: 'waiting' })
})

test('a request of a higher priority replaces one of a lower priority in a full queue, and starts first', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a', 'b', 'list', 'newer list']) enter(name)
  enter('order', { priority: 0 })
  expect(states).toMatchObject({ list: 'waiting', 'newer list': 'overloaded', order: 'waiting' })
  leave('a')
  expect(states).toMatchObject({ list: 'waiting', order: 'running' })
})

test('requests of one caller above its limit wait, and leave the slots to others', () => {
  const { enter, leave, states } = openGate()
  for (const name of ['a1', 'a2']) enter(name, { caller: 'a' })
  enter('b')
  expect(states).toEqual({ a1: 'running', a2: 'waiting', b: 'running' })
  leave('a1')
  expect(states).toEqual({ a2: 'running', b: 'running' })
})

test('one caller cannot fill the queue, and its requests above its limits are rejected with 429', () => {
  const { enter, states } = openGate({ waiting: 4 })
  const limits = { running: 1, waiting: 2 }
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, { caller: 'a', limits })
  expect(states).toEqual({ a1: 'running', a2: 'waiting', a3: 'waiting', a4: 'too_many_requests' })
})

test('a request that waits for too long is rejected, with 429 behind its own caller’s requests and with 503 behind others', () => {
  const { enter, states } = openGate({ running: 1, waiting: 4 })
  enter('a1', { caller: 'a' })
  enter('a2', { caller: 'a' })
  enter('b')
  vi.advanceTimersByTime(4_900)
  expect(states).toMatchObject({ a2: 'waiting', b: 'waiting' })
  vi.advanceTimersByTime(200)
  expect(states).toEqual({ a1: 'running', a2: 'too_many_requests', b: 'overloaded' })
})

test('requests are rejected sooner, and with 503, when many wait', () => {
  const { enter, states } = openGate({ running: 1, waiting: 4 })
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  vi.advanceTimersByTime(600)
  expect(Object.values(states).filter((state) => state === 'overloaded')).toHaveLength(1)
})

test('a slow transfer counts only for its caller', () => {
  const { enter, leave, releaseSlot, gate, states } = openGate({ running: 1 })
  enter('a1', { caller: 'a' })
  releaseSlot('a1')
  enter('a2', { caller: 'a' })
  enter('b')
  expect(states).toEqual({ a1: 'running', a2: 'waiting', b: 'running' })
  leave('b')
  leave('a1')
  expect(states).toEqual({ a2: 'running' })
  expect(gate.count).toEqual({ running: 1, waiting: 0 })
})

test.each(['running', 'waiting'])('forgets a %s request whose caller has left', (state) => {
  const { enter, leave, gate } = openGate({ running: 1 })
  enter('running')
  enter('waiting')
  leave(state)
  leave(state === 'running' ? 'waiting' : 'running')
  expect(gate.count).toEqual({ running: 0, waiting: 0 })
})

test('unknown callers run in a quarter of the slots and wait in half of the queue, whatever their priority', () => {
  const { enter, leave, states } = openGate({ running: 4, waiting: 2 })
  const unknown = { isUnknown: true, priority: 0 }
  for (const name of ['s1', 's2', 's3']) enter(name, unknown)
  for (const name of ['a', 'b', 'c']) enter(name)
  expect(states).toEqual({ s1: 'running', s2: 'waiting', s3: 'overloaded', a: 'running', b: 'running', c: 'running' })
  leave('a')
  expect(states).toMatchObject({ s2: 'waiting' })
  leave('s1')
  expect(states).toMatchObject({ s2: 'running' })
})
