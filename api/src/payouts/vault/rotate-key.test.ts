import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { production, toSecrets } from '../../testing/production.ts'
import { rotateVaultKey } from './rotate-key.ts'
import { deleteCards, requireCard, storeCard } from './vault.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const [onlyOld, oldFirst] = [toSecrets(oldKey), toSecrets(oldKey, newKey)]
const [newFirst, onlyNew] = [toSecrets(newKey, oldKey), toSecrets(newKey)]
const numbers = ['2200701395954321', '4154821395958890']

let database: TestDatabase
beforeEach(async () => {
  await database?.drop()
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('each card has the same token and number in all steps of a rotation, and the old key decrypts none at its end', async () => {
  const { db } = database
  const before = await Promise.all(numbers.map((number) => storeCard(db, onlyOld, number)))
  for (const keys of [oldFirst, newFirst]) {
    expect(await Promise.all(numbers.map((number) => storeCard(db, keys, number)))).toEqual(before)
    for (const card of before) expect(await requireCard(db, keys, card.token)).toEqual(card)
  }
  expect(await rotateVaultKey(db, newFirst)).toBe(2)
  expect(await rotateVaultKey(db, newFirst)).toBe(0)
  for (const keys of [oldFirst, newFirst, onlyNew]) {
    expect(await Promise.all(numbers.map((number) => storeCard(db, keys, number)))).toEqual(before)
    for (const card of before) expect(await requireCard(db, keys, card.token)).toEqual(card)
  }
  await expect(requireCard(db, onlyOld, before[0]?.token ?? '')).rejects.toThrow('which VAULT_KEY does not have')
})

test('cards from before keys had ids are found, decrypted and encrypted again', async () => {
  const { db } = database
  const before = await Promise.all(numbers.map((number) => storeCard(db, onlyOld, number)))
  await sql`update vault.card set key_id = null`.execute(db)
  for (const card of before) expect(await requireCard(db, newFirst, card.token)).toEqual(card)
  await expect(rotateVaultKey(db, onlyNew)).rejects.toThrow('authenticate data')
  expect(await rotateVaultKey(db, newFirst)).toBe(2)
  for (const card of before) expect(await requireCard(db, onlyNew, card.token)).toEqual(card)
})

test('one card has one token, while processes store it by either key and all cards are encrypted again', async () => {
  const { db } = database
  const stored = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      if (index === 10) await rotateVaultKey(db, newFirst)
      return await storeCard(db, index % 2 ? oldFirst : newFirst, '2202201158385514')
    }),
  )
  expect(new Set(stored.map(({ token }) => token)).size).toBe(1)
  expect(await db.selectFrom('vault.card').select('token').execute()).toHaveLength(1)
})

test('a deleted account and the rotation lock its cards in one order, and neither fails', async () => {
  const { db } = database
  const tokens = (await Promise.all(numbers.map((number) => storeCard(db, onlyOld, number)))).map(({ token }) => token)
  const [first = ''] = tokens.sort()
  // The rows are not in the order of their tokens, because an update moves a row to the end of the table.
  await sql`update vault.card set stored_at = stored_at where token = ${first}`.execute(db)
  const { deleted, rotated } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('vault.card').select('token').where('token', '=', first).forUpdate().execute()
    const deleted = db.transaction().execute((deletion) => deleteCards(deletion, tokens))
    await expect.poll(() => lockWaits(db)).toBe(1)
    const rotated = rotateVaultKey(db, newFirst)
    await expect.poll(() => lockWaits(db)).toBe(2)
    return { deleted, rotated }
  })
  await deleted
  expect(await rotated).toBe(0)
})

test('the command encrypts the cards again with the settings of the APIs', async () => {
  await storeCard(database.db, onlyOld, numbers[0] ?? '')
  const keys = [newKey, oldKey].map((key, n) => `${2026 - n}:${key.toString('base64')}`)
  const env = {
    ...production,
    VAULT_KEY: keys.join(),
    DATABASE_URL: database.applicationUrl,
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../rotate-vault-key.ts')],
    { env },
  )
  expect(stdout).toContain('Cards encrypted again: 1')
})
