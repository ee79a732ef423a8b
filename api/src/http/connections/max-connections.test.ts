import { expect, test } from 'vitest'
import { maxConnections, maxStreams } from './max-connections.ts'

test.each([
  [64, 16],
  [256, 96],
  [512, 224],
  [1024, 480],
  [65_536, 10_000],
  [Number.POSITIVE_INFINITY, 10_000],
])('%d open files → %d connections', (openFiles, connections) => {
  expect(maxConnections(openFiles)).toBe(connections)
})

test.each([
  [16, 8],
  [224, 112],
  [10_000, 5_000],
])('%d connections → %d event streams', (connections, streams) => {
  expect(maxStreams(connections)).toBe(streams)
})
