// spec: 11.5

import { expect, test } from 'vitest'
import { downscaledSize } from './downscale.ts'

test.for([
  [
    [1200, 800],
    [300, 200],
  ],
  [
    [3024, 4032],
    [300, 400],
  ],
  [
    [301, 301],
    [300, 300],
  ],
  [
    [120, 90],
    [120, 90],
  ],
  [
    [4000, 3],
    [300, 1],
  ],
] as const)('%j → %j', ([[width, height], expected]) => {
  const size = downscaledSize({ width, height })
  expect([size.width, size.height]).toEqual(expected)
})
