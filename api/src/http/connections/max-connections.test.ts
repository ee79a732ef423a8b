import { expect, test } from 'vitest'
import { maxConnections } from './max-connections.ts'

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
