import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isCardNumber, networkOf } from '@portal/shared/contracts/card-number'
import type { CardNetwork } from '@portal/shared/contracts/vault'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/** All that the rest of the portal ever knows of a card. */
export type StoredCard = { token: string; mask: string; last4: string; network: CardNetwork }

/**
 * The one place that sees a card's number. It is kept encrypted and answered as a token; the same number is always the
 * same token. @throws Problem 422 `card_invalid`
 */
export async function storeCard(db: Db, vaultKey: Buffer, number: string): Promise<StoredCard> {
  const network = networkOf(number)
  if (!network || !isCardNumber(number))
    throw new Problem(422, 'card_invalid', { errors: { number: ['card_invalid'] } })
  const fingerprint = createHmac('sha256', derive(vaultKey, 'fingerprint')).update(number).digest()
  const last4 = number.slice(-4)
  const { token } = await db
    .insertInto('vault.card')
    .values({
      token: `card_${randomBytes(24).toString('base64url')}`,
      ciphertext: encrypt(vaultKey, number),
      fingerprint,
      last4,
      network,
    })
    // An update of nothing, so that the card that is there is returned.
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ last4 }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return { token, mask: maskCardNumber(number), last4, network }
}

/** `2200000000001234` → `2200 •••• •••• 1234`. */
function maskCardNumber(number: string): string {
  return `${number.slice(0, 4)} •••• •••• ${number.slice(-4)}`
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the number. */
function encrypt(vaultKey: Buffer, number: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(vaultKey, 'encryption'), nonce)
  const ciphertext = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** One key a purpose. */
export function derive(vaultKey: Buffer, purpose: 'encryption' | 'fingerprint'): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, Buffer.alloc(0), `vault ${purpose}`, 32))
}
