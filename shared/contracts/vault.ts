import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const CardNetwork = z.enum(['mir', 'visa', 'mastercard'])
export type CardNetwork = z.infer<typeof CardNetwork>

/** The only data of a card that leaves the vault. The same number always gets the same token. */
export const VaultCard = z.object({
  card_token: z.string(),
  /** `2200 •••• •••• 1234` */
  mask: z.string(),
  network: CardNetwork,
})
export type VaultCard = z.infer<typeof VaultCard>

/**
 * A card as a provider's form returns it. The token is the form's name for the card; only that provider can pay to it.
 */
const ProviderCard = z.strictObject({
  provider: z.enum(['yookassa']),
  token: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
  first6: z.string().check(z.regex(/^\d{6}$/)),
  last4: z.string().check(z.regex(/^\d{4}$/)),
  issuer: z.optional(z.string().check(z.maxLength(100))),
})
export type ProviderCard = z.infer<typeof ProviderCard>

/**
 * For restaurants whose provider reads cards in its own form (`card_form` of `PayoutTerms`), so that the number never
 * reaches the portal. The returned token is used like a token of `storeCardNumber`. 404 for a provider that is not
 * configured. 422 `card_invalid` on `first6`: the card's network does not take payouts. 429 `too_often`.
 */
export const storeProviderCard = endpoint({
  method: 'POST',
  path: '/vault/provider-cards',
  summary: 'Exchange the result of a provider’s card form for a token',
  access: 'anyone',
  body: ProviderCard,
  response: VaultCard,
  status: 201,
})

/**
 * The only call that receives a card number. `number` has only digits, without spaces. Anyone may call it, because the
 * form may be part of a page without a session, and a token has no use without one. 422 `card_invalid` on `number`. 429
 * `too_often`.
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
