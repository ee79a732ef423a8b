import { expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { toSecrets } from '../../testing/production.ts'
import { requireCard, storeCard } from './vault.ts'

const database = sharedDatabase()

const key = toSecrets(Buffer.alloc(32, 7))
const number = '2200701395954321'

test('a number is stored encrypted, and decrypted only with the key', async () => {
  const { token } = await storeCard(database.db, key, number)
  const { ciphertext, ...rest } = await database.db
    .selectFrom('vault.card')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(rest)).not.toContain(number)
  expect(ciphertext.includes(number)).toBe(false)
  const { token: _, ...facts } = await requireCard(database.db, key, token)
  expect(facts).toEqual({
    mask: '2200 •••• •••• 4321',
    last4: '4321',
    network: 'mir',
    issuer: 'Т-Банк',
    provider: null,
    hasKnownDigits: true,
  })
  await expect(requireCard(database.db, toSecrets(Buffer.alloc(32, 8)), token)).rejects.toThrow(
    'which VAULT_KEY does not have',
  )
})

test('the same card has the same token, also when it is added twice at the same time', async () => {
  const cards = await Promise.all(Array.from({ length: 10 }, () => storeCard(database.db, key, '4154821395958890')))
  expect(new Set(cards.map(({ token }) => token)).size).toBe(1)
  expect((await storeCard(database.db, key, number)).token).not.toBe(cards[0]?.token)
})
