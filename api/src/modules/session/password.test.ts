import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { comparePassword, hashPassword, isPassword } from './password.ts'
import { hashTestPassword } from './testing.ts'

test('a hash is argon2id of 19 MiB, two passes, one lane, and never the same twice', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
})

test.each([
  ['correct horse', true],
  ['Correct horse', false],
  ['', false],
])('%j matches: %s', async (password, matches) => {
  expect(await isPassword(password, await hashPassword('correct horse'))).toBe(matches)
})

const composed = 'Чайка Йошкар'
const decomposed = composed.normalize('NFD')

test.each([
  [composed, decomposed],
  [decomposed, composed],
  [composed, 'Чайка\u00a0Йошкар'],
  ['Чайка\u2003Йошкар', decomposed],
])('a password that was set as %j is right as %j', async (set, typed) => {
  expect(await comparePassword(typed, await hashPassword(set))).toBe('right')
})

test.each([
  [composed, decomposed, 'right'],
  [decomposed, decomposed, 'outdated'],
  [decomposed, composed, 'outdated'],
  ['Чайка\u00a0Йошкар', 'Чайка\u00a0Йошкар', 'outdated'],
  ['Чайка\u00a0Йошкар', composed, 'wrong'],
  [decomposed, 'Чаика Иошкар', 'wrong'],
])('an earlier hash, of %j as it was typed, compared with %j: %s', async (set, typed, result) => {
  expect(await comparePassword(typed, await hashTestPassword(set))).toBe(result)
})

test('without a hash no password matches', async () => {
  expect(await isPassword('correct horse', undefined)).toBe(false)
})

test('rejects a flood, and completes what was admitted', async () => {
  const hash = await hashPassword('correct horse')
  const flood = Array.from({ length: availableParallelism() * 40 }, () => isPassword('correct horse', hash))
  const results = await Promise.allSettled(flood)
  const rejected = results.filter((result) => result.status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(flood.length)
  for (const { reason } of rejected) expect(reason).toMatchObject({ status: 503, code: 'overloaded' })
  expect(results.filter((result) => result.status === 'fulfilled').every(({ value }) => value)).toBe(true)
  expect(await isPassword('correct horse', hash)).toBe(true)
})
