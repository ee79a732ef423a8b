import type { Db } from '../../db/connect.ts'
import { decrypt, encrypt, fingerprintOf, keyIdOf, type VaultKeys } from './vault.ts'

/** Cards that are locked at a time: who adds one of them meanwhile waits for so many. */
const BATCH = 200

/**
 * Encrypts all stored numbers that are encrypted with another key with the first one; tokens stay, so no reference to a card changes. APIs
 * that have all of the keys go on meanwhile. Returns how many; a repetition continues after a failure. @throws when no key fits
 */
export async function rotateVaultKey(db: Db, vaultKeys: VaultKeys): Promise<number> {
  const [{ value: newKey }] = vaultKeys
  const key_id = keyIdOf(newKey)
  let count = 0
  for (let found = BATCH; found > 0; count += found) {
    found = await db.transaction().execute(async (trx) => {
      const cards = await trx
        .selectFrom('vault.card')
        .select(['token', 'ciphertext', 'key_id'])
        .where('key_id', 'is distinct from', key_id)
        // In the order of `deleteCards`, so that neither waits for the other with a card that it waits for.
        .orderBy('token')
        .limit(BATCH)
        .forUpdate()
        .execute()
      for (const { token, ...sealed } of cards) {
        const number = decrypt(vaultKeys, sealed)
        const fingerprint = fingerprintOf(newKey, number)
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
