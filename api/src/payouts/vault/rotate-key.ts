import type { Db } from '../../db/connect.ts'
import { decrypt, encrypt, toFingerprint, toKeyId, type VaultKeys } from './vault.ts'

/** The number of cards that are locked at a time. A user who adds one of them waits until all of them are encrypted. */
const BATCH_SIZE = 200

/**
 * Encrypts all stored numbers with the first key. Tokens do not change, so references to cards stay valid. API
 * processes that have all of the keys keep running meanwhile. After a failure, call it again to continue.
 * Returns the number of cards. @throws when no key fits
 */
export async function rotateVaultKey(db: Db, vaultKeys: VaultKeys): Promise<number> {
  const [{ value: newKey }] = vaultKeys
  const key_id = toKeyId(newKey)
  let count = 0
  for (let found = BATCH_SIZE; found > 0; count += found) {
    found = await db.transaction().execute(async (trx) => {
      const cards = await trx
        .selectFrom('vault.card')
        .select(['token', 'ciphertext', 'key_id'])
        .where('key_id', 'is distinct from', key_id)
        // `deleteCards` locks in this order too, so that they cannot deadlock.
        .orderBy('token')
        .limit(BATCH_SIZE)
        .forUpdate()
        .execute()
      for (const { token, ...sealed } of cards) {
        const number = decrypt(vaultKeys, sealed)
        const fingerprint = toFingerprint(newKey, number)
        await trx
          .updateTable('vault.card')
          .set({ ciphertext: encrypt(newKey, number), fingerprint, key_id })
          .where('token', '=', token)
          .execute()
      }
      return cards.length
    })
  }
  return count
}
