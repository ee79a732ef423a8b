import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { decrypt, encrypt, fingerprintOf } from './vault.ts'

/**
 * Encrypts all stored numbers with another key, all or none; tokens stay, so no reference to a card changes. Returns how
 * many. @throws when they are not encrypted with `oldKey`
 */
export async function rotateVaultKey(db: Db, oldKey: Buffer, newKey: Buffer): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    // A card that is added meanwhile waits for the end of the rotation.
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
