import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate, type GateLimits, type Ticket } from './gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { concurrency: 2, queueLength: 2, parkedLength: 10, maxWaitMs: 500 }

/** A gate, and the state of each request by its name. */
function openGate(changed: Partial<GateLimits> = {}) {
  const gate = createGate({ ...limits, ...changed })
  const states: Record<string, string> = {}
  const tickets = new Map<string, Ticket>()
  return {
    gate,
    states,
    enter(name: string, { caller = name, limit = 1, priority = 2, isStranger = false, weight = 0 } = {}) {
      const ticket: Ticket = {
        priority,
        lane: () => ({ key: caller, limit, isStranger, weight }),
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

test('strangers run in a quarter of the places, however important their requests are', () => {
  const { enter, leave, states } = openGate({ concurrency: 4 })
  const stranger = { isStranger: true, priority: 0 }
  for (const name of ['s1', 's2', 's3']) enter(name, stranger)
  for (const name of ['a', 'b', 'c']) enter(name)
  expect(states).toEqual({ s1: 'running', s2: 'waiting', s3: 'overloaded', a: 'running', b: 'running', c: 'running' })
  leave('a')
  expect(states).toMatchObject({ s2: 'waiting' })
  leave('s1')
  expect(states).toMatchObject({ s2: 'running' })
})

test('strangers take no position from users who wait, and the queue of users none from them', () => {
  const { enter, states } = openGate({ concurrency: 1 })
  enter('running')
  for (const name of ['list', 'another list', 'a third list']) enter(name)
  for (const name of ['stranger', 'another stranger']) enter(name, { isStranger: true, priority: 0 })
  expect(states).toMatchObject({ list: 'waiting', 'another list': 'waiting', 'a third list': 'overloaded' })
  expect(states).toMatchObject({ stranger: 'waiting', 'another stranger': 'overloaded' })
})

test('a free place goes to the higher priority, and of one priority to the user before the stranger', () => {
  const { enter, leave, states } = openGate({ concurrency: 1 })
  enter('running')
  enter('list')
  enter('stranger', { isStranger: true, priority: 0 })
  leave('running')
  expect(states).toMatchObject({ stranger: 'running', list: 'waiting' })
  enter('stranger list', { isStranger: true })
  leave('stranger')
  expect(states).toMatchObject({ list: 'running', 'stranger list': 'waiting' })
})

test('of strangers who wait, the one who has sent least goes first, and the one who has sent most is rejected', () => {
  const { enter, leave, states } = openGate({ concurrency: 1, queueLength: 4 })
  enter('running', { isStranger: true })
  enter('heavy', { isStranger: true, priority: 0, weight: 6 })
  enter('heavier', { isStranger: true, priority: 0, weight: 7 })
  enter('new', { isStranger: true, priority: 2, weight: 0 })
  expect(states).toMatchObject({ heavy: 'waiting', heavier: 'overloaded', new: 'waiting' })
  leave('running')
  expect(states).toMatchObject({ heavy: 'waiting', new: 'running' })
})
