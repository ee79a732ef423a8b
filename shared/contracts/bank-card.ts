import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Card, MethodDeletion, MethodLabel } from './payout-method.ts'
import { oneProof, proof } from './proof.ts'

const params = z.object({ id: z.string() })

/**
 * Adds a card for payouts. Each restaurant pays out through one bank, and the card is added at the bank of the
 * restaurant `rest_id`: it is then a payout method of all the user's restaurants with this bank, and their default if
 * it is the first. The user confirms with a proof: a passkey, or the code for the purpose `card`.
 * 409 `card_exists` on `card_token`: the user has this card already. 422 `card_unknown` on `card_token`: the token has
 * expired, so send the number to the vault again. 422 `card_unsupported` on `card_token`: the restaurant's provider
 * does not pay to this card (see `card_form`). Also the errors of a wrong code.
 */
export const addCard = endpoint({
  method: 'POST',
  path: '/user/bank-card',
  summary: 'Add a card to withdraw to',
  access: 'user',
  body: z
    .strictObject({ ...proof, rest_id: z.string(), card_token: z.string(), label: z.optional(MethodLabel) })
    .check(oneProof),
  response: Card,
  status: 201,
})

export const getCard = endpoint({
  method: 'GET',
  path: '/user/bank-card/:id',
  summary: 'Get one card of the user',
  access: 'user',
  params,
  response: Card,
})

export const CardChanges = z.strictObject({ label: z.optional(MethodLabel), is_default: z.optional(z.boolean()) })
export type CardChanges = z.infer<typeof CardChanges>

/**
 * Absent fields stay as they are. 409 `default_method`: a default cannot be unset, so make another card the default
 * instead. 409 `method_blocked`: a blocked card cannot become the default. 429 `too_often`: the default was changed
 * sixty times within an hour.
 */
export const updateCard = endpoint({
  method: 'PATCH',
  path: '/user/bank-card/:id',
  summary: 'Change a card’s label, or make it the default of its bank',
  access: 'user',
  params,
  body: CardChanges,
  response: Card,
})

/** See `MethodDeletion` for how a card is deleted. */
export const deleteCard = endpoint({
  method: 'DELETE',
  path: '/user/bank-card/:id',
  summary: 'Delete a card. To delete the default card, name the next default in nextDefaultId',
  access: 'user',
  params,
  query: MethodDeletion,
  response: null,
})
