import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

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
