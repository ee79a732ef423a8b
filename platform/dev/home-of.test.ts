import { expect, test } from 'vitest'
import { homeOf } from './home-of.ts'

const payouts = { paths: ['/out', '/transfer'] }
const tips = { paths: ['/', '/billing'] }

test('opens a portal at its first page, and a remote served alone at its own', () => {
  expect(homeOf([payouts, tips])).toBe('/')
  expect(homeOf([payouts])).toBe('/out')
})
