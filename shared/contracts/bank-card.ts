import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Card, MethodDeletion, MethodLabel } from './payout-method.ts'
import { oneProof, proof } from './proof.ts'

const params = z.object({ id: z.string() })

/**
 * Registers the card with the bank of the restaurant `rest_id`, for all the user's restaurants of that bank. The first
 * card of a bank becomes its default. The code was sent by `POST /otp/send/user/{id}` with the purpose `card`.
 * 409 `card_exists` on `card_token`. 422 `card_unknown` on `card_token`: send the number to the vault again. 422
 * `card_unsupported` on `card_token`: the restaurant's provider does not pay to it (see `card_form`). Also the errors
 * of a wrong code.
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
 * Absent fields stay as they are. The default cannot be unset (409 `default_method`): make another card the default
 * instead. A blocked card cannot become the default: 409 `method_blocked`. The default may change sixty times an hour;
 * after that, 429 `too_often`.
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
