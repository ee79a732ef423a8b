import { expect, test } from 'vitest'
import { homeOf } from './home-of.ts'

const payouts = { paths: ['/out', '/transfer'] }
const tips = { paths: ['/', '/billing'] }

test('a portal is opened at its first page, a remote alone where it has one', () => {
  expect(homeOf([payouts, tips])).toBe('/')
  expect(homeOf([payouts])).toBe('/out')
})
