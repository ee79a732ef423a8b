import { createHmac, randomBytes } from 'node:crypto'
import { cardNetwork, isCardNumber } from '@portal/contracts/card-number'
import type { CardNetwork } from '@portal/contracts/vault'
import { sql } from 'kysely'
import { deriveKey, sealText, unsealText } from '../../base/sealed-text.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { Secrets } from '../../settings/secrets.ts'
import { deleteUnusedProviderCards, requireProviderCard } from './provider-card.ts'
import { cardIssuer, type StoredCard } from './stored-card.ts'

/** Numbers are encrypted with the first key, and decrypted with the key that encrypted them. */
export type VaultKeys = Secrets<Buffer>

/**
 * Stores a card's number encrypted and returns a token. A number always has the same token. No other code sees the
 * number. @throws Problem 422 `card_invalid`
 */
export async function storeCard(db: Db, vaultKeys: VaultKeys, number: string): Promise<StoredCard> {
  const network = cardNetwork(number)
  if (!network || !isCardNumber(number))
    throw new Problem(422, 'card_invalid', { errors: { number: ['card_invalid'] } })
  const card = describe(number, network)
  const store = (trx: Db) => storeNumber(trx, vaultKeys, { number, last4: card.last4, network })
  const token = vaultKeys.length > 1 ? await inTransaction(db, store) : await store(db)
  return { token, ...card }
}

type NewCard = { number: string; last4: string; network: CardNetwork }

/** Returns the token of the number. With several keys, `db` is a transaction. */
async function storeNumber(db: Db, vaultKeys: VaultKeys, { number, last4, network }: NewCard): Promise<string> {
  const [{ value: vaultKey }, ...others] = vaultKeys
  if (others.length > 0) {
    const fingerprints = vaultKeys.map(({ value }) => toFingerprint(value, number))
    // During a rotation, another process may store this card with the other key first. The unique index cannot see
    // that, because the fingerprints of the two keys differ.
    const locks = fingerprints.map((fingerprint) => fingerprint.readBigInt64BE()).sort((a, b) => (a < b ? -1 : 1))
    for (const lock of locks) await sql`select pg_advisory_xact_lock(${lock})`.execute(db)
    const stored = await db
      .updateTable('vault.card')
      .set({ stored_at: sql<Date>`now()` })
      .where('fingerprint', 'in', fingerprints)
      .returning('token')
      .executeTakeFirst()
    if (stored) return stored.token
  }
  const { token } = await db
    .insertInto('vault.card')
    .values({
      token: `card_${randomBytes(24).toString('base64url')}`,
      ciphertext: encrypt(vaultKey, number),
      fingerprint: toFingerprint(vaultKey, number),
      key_id: toKeyId(vaultKey),
      last4,
      network,
    })
    // A card that is stored already is returned, and its deletion is postponed as for a new card.
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ stored_at: sql<Date>`now()` }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/**
 * Returns the public fields of a token's card. @throws Problem 422 `card_unknown`, also when it was deleted meanwhile
 */
export async function requireCard(db: Db, vaultKeys: VaultKeys, token: string): Promise<StoredCard> {
  const row = await db
    .updateTable('vault.card')
    // The caller is about to add the card, so it must not be deleted before that.
    .set({ stored_at: sql<Date>`now()` })
    .where('token', '=', token)
    .returning(['ciphertext', 'key_id'])
    .executeTakeFirst()
  if (!row) return await requireProviderCard(db, token)
  const number = decrypt(vaultKeys, row)
  const network = cardNetwork(number)
  if (!network) throw new Problem(422, 'card_unknown', { errors: { card_token: ['card_unknown'] } })
  return { token, ...describe(number, network) }
}

/** Deletes numbers that were not added as a payout method within a day. */
export async function deleteUnusedCards(db: Db): Promise<void> {
  await sql`
    delete from vault.card c where stored_at < now() - interval '1 day' and not exists (
      select from payout_binding b where b.card_token = c.token and b.deleted_at is null)`.execute(db)
  await deleteUnusedProviderCards(db)
}

/** Deletes the numbers and the provider tokens of those cards that are no longer a payout method of any user. */
export async function deleteCards(trx: Db, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  for (const table of ['vault.card', 'vault.provider_card'] as const) {
    // Another user who is adding the same card holds its row until the method is added.
    await trx.selectFrom(table).select('token').where('token', 'in', tokens).orderBy('token').forUpdate().execute()
    await sql`
      delete from ${sql.table(table)} c where token = any(${tokens}) and not exists (
        select from payout_binding b where b.card_token = c.token and b.deleted_at is null)`.execute(trx)
  }
}

/** `2200000000001234` → `2200 •••• •••• 1234`. */
function maskCardNumber(number: string): string {
  return `${number.slice(0, 4)} •••• •••• ${number.slice(-4)}`
}

function describe(number: string, network: CardNetwork): Omit<StoredCard, 'token'> {
  const known = { provider: null, hasKnownDigits: true }
  return { mask: maskCardNumber(number), last4: number.slice(-4), network, issuer: cardIssuer(number), ...known }
}

/** Returns the fingerprint of a number, which is the same for all users. */
export function toFingerprint(vaultKey: Buffer, number: string): Buffer {
  return createHmac('sha256', derive(vaultKey, 'fingerprint')).update(number).digest()
}

export function encrypt(vaultKey: Buffer, number: string): Buffer {
  return sealText(derive(vaultKey, 'encryption'), number)
}

type SealedNumber = { ciphertext: Buffer; key_id: string | null }

/** @throws Error if the number was encrypted with a key that is not given */
export function decrypt(vaultKeys: VaultKeys, { ciphertext, key_id }: SealedNumber): string {
  const own = vaultKeys.find(({ value }) => toKeyId(value) === key_id)
  if (own) return decryptWith(own.value, ciphertext)
  if (key_id !== null) throw new Error(`A card is encrypted with the key ${key_id}, which VAULT_KEY does not have`)
  // The number was encrypted before keys had ids. The tag of the cipher tells which key fits.
  const [first, ...others] = vaultKeys
  for (const { value } of others) {
    try {
      return decryptWith(value, ciphertext)
    } catch {}
  }
  return decryptWith(first.value, ciphertext)
}

/** Identifies a key by itself, so that a name that was given to another key misleads no one: 8 hexadecimal digits. */
export function toKeyId(vaultKey: Buffer): string {
  return derive(vaultKey, 'id').subarray(0, 4).toString('hex')
}

function decryptWith(vaultKey: Buffer, sealed: Buffer): string {
  return unsealText(derive(vaultKey, 'encryption'), sealed)
}

function derive(vaultKey: Buffer, purpose: 'encryption' | 'fingerprint' | 'id'): Buffer {
  return deriveKey(vaultKey, `vault ${purpose}`)
}
