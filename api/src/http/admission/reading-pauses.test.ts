import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadingPauses } from './reading-pauses.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pauseMany(count: number): PassThrough[] {
  const { pause } = createReadingPauses()
  const connections = Array.from({ length: count }, () => new PassThrough())
  for (const connection of connections) pause(connection)
  return connections
}

const countRead = (connections: readonly PassThrough[]) => connections.filter((each) => !each.isPaused()).length

test('one connection is read again at once', () => {
  const connections = pauseMany(1)
  expect(countRead(connections)).toBe(0)
  vi.advanceTimersByTime(10)
  expect(countRead(connections)).toBe(1)
})

test('many connections are read again in their order, 2,500 a second', () => {
  const connections = pauseMany(1_000)
  vi.advanceTimersByTime(100)
  expect(countRead(connections)).toBeCloseTo(250, -2)
  expect(countRead(connections.slice(0, 200))).toBe(200)
  vi.advanceTimersByTime(310)
  expect(countRead(connections)).toBe(1_000)
})

test('no connection is paused for longer than 800 ms', () => {
  const connections = pauseMany(10_000)
  vi.advanceTimersByTime(810)
  expect(countRead(connections)).toBe(10_000)
})

test('a connection that has ended meanwhile stays as it is', () => {
  const [ended] = pauseMany(1)
  ended?.destroy()
  vi.advanceTimersByTime(10)
  expect(ended?.isPaused()).toBe(true)
})
