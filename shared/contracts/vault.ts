import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const CardNetwork = z.enum(['mir', 'visa', 'mastercard'])
export type CardNetwork = z.infer<typeof CardNetwork>

/** All that leaves the vault of a card. The same number is always the same token. */
export const VaultCard = z.object({
  card_token: z.string(),
  /** `2200 •••• •••• 1234` */
  mask: z.string(),
  network: CardNetwork,
})
export type VaultCard = z.infer<typeof VaultCard>

/**
 * The one call that sees a card number; digits alone, without blanks. Open to anyone: the form embedded in another site
 * has no session, and a token alone allows nothing. 422 `card_invalid` on `number`; 429 `too_often`.
 */
export const storeCardNumber = endpoint({
  method: 'POST',
  path: '/vault/cards',
  summary: 'Exchange a card number for a token',
  access: 'anyone',
  body: z.strictObject({ number: z.string().check(z.maxLength(40)) }),
  response: VaultCard,
  status: 201,
})
