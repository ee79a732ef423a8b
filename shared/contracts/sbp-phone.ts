import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MethodDeletion, MethodLabel, SbpPhone } from './payout-method.ts'
import { PhoneNumber } from './phone.ts'
import { oneProof, oneProofAtMost, proof } from './proof.ts'

const params = z.object({ id: z.string() })

/**
 * Registers the phone with the bank of the restaurant `rest_id`, for all the user's restaurants of that bank. Request
 * the code with `POST /otp/send/user/{id}` and the purpose `sbp`; it goes to the phone that the user signs in with, and
 * is used up only if the phone is added. 422 `sbp_not_connected` on `phone`. 422 `bank_unknown` on `bank_id`. 409
 * `sbp_phone_exists` on `phone`. 503 `sbp_unavailable`. Also the errors of a wrong code.
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
      /** Absent: the phone that the user signs in with. The browser knows only its masked form. */
      phone: z.optional(PhoneNumber),
      bank_id: z.string(),
      label: z.optional(MethodLabel),
    })
    .check(oneProof),
  response: SbpPhone,
  status: 201,
})

export const getSbpPhone = endpoint({
  method: 'GET',
  path: '/user/sbp-phone/:id',
  summary: 'Get one СБП phone of the user',
  access: 'user',
  params,
  response: SbpPhone,
})

export const SbpPhoneChanges = z
  .strictObject({
    label: z.optional(MethodLabel),
    bank_id: z.optional(z.string()),
    is_default: z.optional(z.boolean()),
    /** Only a change of the bank requires a proof. */
    ...proof,
  })
  .check(oneProofAtMost)
export type SbpPhoneChanges = z.infer<typeof SbpPhoneChanges>

/**
 * Has the rules and errors of `updateCard`. A new bank requires a proof; without one, 422 `confirmation_required` on
 * `code`. A new bank may also have the errors of `addSbpPhone`, on `bank_id`, and 409 `payout_in_progress`.
 */
export const updateSbpPhone = endpoint({
  method: 'PATCH',
  path: '/user/sbp-phone/:id',
  summary: 'Change the label or the bank of a СБП phone, or make it the default of its bank',
  access: 'user',
  params,
  body: SbpPhoneChanges,
  response: SbpPhone,
})

/** See `MethodDeletion` for how a phone is deleted. */
export const deleteSbpPhone = endpoint({
  method: 'DELETE',
  path: '/user/sbp-phone/:id',
  summary: 'Delete a СБП phone. To delete the default one, name the next default in nextDefaultId',
  access: 'user',
  params,
  query: MethodDeletion,
  response: null,
})
