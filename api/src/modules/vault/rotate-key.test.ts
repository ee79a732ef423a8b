import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { rotateVaultKey } from './rotate-key.ts'
import { requireCard, storeCard } from './vault.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('encrypts with another key: each card has the same token and the same number', async () => {
  const { db } = database
  const numbers = ['2200701395954321', '4154821395958890']
  const before = await Promise.all(numbers.map((number) => storeCard(db, oldKey, number)))
  await expect(rotateVaultKey(db, newKey, oldKey)).rejects.toThrow()
  expect(await rotateVaultKey(db, oldKey, newKey)).toBe(2)
  for (const card of before) expect(await requireCard(db, newKey, card.token)).toEqual(card)
  expect(await Promise.all(numbers.map((number) => storeCard(db, newKey, number)))).toEqual(before)
  await expect(requireCard(db, oldKey, before[0]?.token ?? '')).rejects.toThrow()
})
