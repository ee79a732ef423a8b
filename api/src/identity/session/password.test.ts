import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { comparePassword, hashPassword, isPassword } from './password.ts'
import { hashTestPassword } from './testing/test-password.ts'

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

// Hashes by @node-rs/argon2 2.2.1, which created all hashes until November 2026.
test.each([
  [
    'demo-Chaevye-1',
    '$argon2id$v=19$m=19456,t=2,p=1$xNvFmp1h0AoomMma9vXKUg$GZ6JX8t6rrFds6GKcCyGdcpAcArZwre2qRC0JEmsONQ',
  ],
  ['Чайка Йошкар', '$argon2id$v=19$m=19456,t=2,p=1$ci8/QCTK8PKrDOo6FqJppg$RcbrH3iQqL/Bc4qrVd6xt7YTIkU7TvTlRd81/ltOeZI'],
  ['', '$argon2id$v=19$m=19456,t=2,p=1$T5Qrp5z5EbVvK1GwuxdKRg$CgRtny8jlDEnnWUeHGayxKOzYUqYV4buaHPTeku4sQA'],
  ['Чайка Йошкар', '$argon2id$v=19$m=4096,t=3,p=2$Iu6FjfyTcFe1aYDLCw5//w$QnzmGUaniqADgWpQNrNhWw'],
])('a stored hash of %j verifies at the cost that it names', async (password, stored) => {
  expect(await comparePassword(password, stored)).toBe('right')
  expect(await comparePassword(`${password}!`, stored)).toBe('wrong')
})

test('a text that is no hash matches nothing, and says so', async () => {
  await expect(isPassword('correct horse', '$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA')).rejects.toThrow(
    'no PHC string',
  )
})

test('without a hash no password matches', async () => {
  expect(await isPassword('correct horse', undefined)).toBe(false)
})

test('a flood of comparisons is rejected, and admitted ones are completed', async () => {
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
