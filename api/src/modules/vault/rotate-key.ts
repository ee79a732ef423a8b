import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { decrypt, encrypt, fingerprintOf } from './vault.ts'

/**
 * Encrypts every number that is kept with another key; tokens stay, so nothing that names a card changes. All of them or
 * none. Returns how many. @throws when `oldKey` is not what they are encrypted with
 */
export async function rotateVaultKey(db: Db, oldKey: Buffer, newKey: Buffer): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    // A card that is added meanwhile waits, and is added when all others have the new key.
    await sql`lock table vault.card in exclusive mode`.execute(trx)
    const cards = await trx.selectFrom('vault.card').select(['token', 'ciphertext']).execute()
    for (const { token, ciphertext } of cards) {
      const number = decrypt(oldKey, ciphertext)
      await trx
        .updateTable('vault.card')
        .set({ ciphertext: encrypt(newKey, number), fingerprint: fingerprintOf(newKey, number) })
        .where('token', '=', token)
        .execute()
    }
    return cards.length
  })
}
