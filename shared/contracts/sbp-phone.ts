import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BindingLabel, BindingRemoval, SbpPhone } from './payout-method.ts'
import { PhoneNumber } from './phone.ts'
import { oneProof, oneProofAtMost, proof } from './proof.ts'

const params = z.object({ id: z.string() })

/**
 * Registers the phone with the bank of the restaurant `rest_id`, as `addCard` does with a card. The code was sent to
 * the user's own phone by `POST /otp/send/user/{id}` with the purpose `sbp`; it is used up only when the phone is
 * added.
 * 422 `sbp_not_connected` on `phone`, 422 `bank_unknown` on `bank_id`, 409 `sbp_phone_exists` on `phone`, 503
 * `sbp_unavailable`, and the errors of a wrong code.
 */
export const addSbpPhone = endpoint({
  method: 'POST',
  path: '/user/sbp-phone',
  summary: 'Add a phone of the fast payment system to withdraw to',
  access: 'user',
  body: z
    .strictObject({
      ...proof,
      rest_id: z.string(),
      /** Absent: the number the user signs in with, which the browser knows masked only. */
      phone: z.optional(PhoneNumber),
      bank_id: z.string(),
      label: z.optional(BindingLabel),
    })
    .check(oneProof),
  response: SbpPhone,
  status: 201,
})

export const getSbpPhone = endpoint({
  method: 'GET',
  path: '/user/sbp-phone/:id',
  summary: 'One СБП phone of the user',
  access: 'user',
  params,
  response: SbpPhone,
})

export const SbpPhoneChanges = z
  .strictObject({
    label: z.optional(BindingLabel),
    bank_id: z.optional(z.string()),
    is_default: z.optional(z.boolean()),
    /** Only a change of the bank requires it. */
    ...proof,
  })
  .check(oneProofAtMost)
export type SbpPhoneChanges = z.infer<typeof SbpPhoneChanges>

/**
 * Changes a phone as `updateCard` changes a card. A new bank requires a proof: 422 `confirmation_required` on `code`
 * without one. It may have the errors of adding a phone, on `bank_id`, and 409 `payout_in_progress`.
 */
export const updateSbpPhone = endpoint({
  method: 'PATCH',
  path: '/user/sbp-phone/:id',
  summary: 'Change label or bank, or make it the default of its bank; what is absent stays',
  access: 'user',
  params,
  body: SbpPhoneChanges,
  response: SbpPhone,
})

/** See `BindingRemoval` for how a phone is deleted. */
export const deleteSbpPhone = endpoint({
  method: 'DELETE',
  path: '/user/sbp-phone/:id',
  summary: 'Delete a СБП phone; of the default one, with the next default of its bank',
  access: 'user',
  params,
  query: BindingRemoval,
  response: null,
})
