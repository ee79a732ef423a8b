import { expect, test } from 'vitest'
import { portalOrigin } from './deployed-portal.ts'

test.each([
  ['https://tips.example', 'https://tips.example'],
  ['https://tips.example/billing?page=2', 'https://tips.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
])('%s is the portal %s', (address, origin) => {
  expect(portalOrigin(address)).toBe(origin)
})

test.each(['localhost:3000', 'tips.example', 'file:///tmp', ''])(
  '«%s» is rejected with an example of an origin',
  (address) => {
    expect(() => portalOrigin(address)).toThrow('--portal https://staging.example')
  },
)
