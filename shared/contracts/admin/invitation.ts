import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { NewExternalId } from '../external-id.ts'
import { personName } from '../person-name.ts'
import { PhoneNumber } from '../phone.ts'
import { Decision, Reason } from './reason.ts'

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

/** An invitation as operators see it. Anyone who has the `link` can join with it, unless it is for one phone. */
export const InvitationRecord = z.object({
  id: z.string(),
  restaurant: z.object({ id: z.string(), external_id: z.nullable(z.string()), name: z.string() }),
  state: z.enum(invitationStates),
  link: z.string(),
  /** A personal invitation is only for the owner of this phone. */
  phone_masked: z.nullable(z.string()),
  name: z.nullable(z.string()),
  external_id: z.nullable(z.string()),
  manager: z.boolean(),
  uses: z.int(),
  /** `null`: without a limit. */
  max_uses: z.nullable(z.int()),
  created_at: z.iso.datetime({ offset: true }),
  expires_at: z.iso.datetime({ offset: true }),
})
export type InvitationRecord = z.infer<typeof InvitationRecord>

export const MAX_INVITATION_DAYS = 90
export const InvitationDays = z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_DAYS))

/** A whole name: `Анна Смирнова`. */
export const InvitedName = personName(100)

export const NewInvitation = z.strictObject({
  /** The lifetime in days; 7 by default. */
  days: z.optional(InvitationDays),
  /** How many users may join with it: one by default; `null` for no limit. */
  max_uses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000)))),
  /**
   * Makes the invitation personal: only the owner of this phone can use it, and the fields below describe the new
   * employee. The same phone gets the same link again.
   */
  phone: z.optional(PhoneNumber),
  name: z.optional(InvitedName),
  external_id: z.optional(NewExternalId),
  manager: z.optional(z.boolean()),
  reason: z.optional(Reason),
})
export type NewInvitation = z.infer<typeof NewInvitation>

const params = z.object({ id: z.string() })

/**
 * 404 `not_found`. 409 `restaurant_closed`, `already_employed`, `external_id_taken`. 422 `personal_invitation`:
 * `max_uses` is only for invitations without a phone; `name`, `external_id` and `manager` are only for invitations with
 * one.
 */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/admin/restaurants/:id/invitations',
  summary: 'Create an invitation to a restaurant',
  access: 'admin',
  params,
  body: NewInvitation,
  response: InvitationRecord,
  status: 201,
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/admin/invitations',
  summary: 'List invitations, newest first',
  access: 'admin',
  query: z.object({
    /** The restaurant's own id, or its external id. */
    restaurant: z.optional(z.string()),
    state: z.optional(z.enum(invitationStates)),
  }),
  response: items(InvitationRecord),
})

export const showInvitation = endpoint({
  method: 'GET',
  path: '/admin/invitations/:id',
  summary: 'Get one invitation',
  access: 'admin',
  params,
  response: InvitationRecord,
})

/** Nobody can join with it any more. Repeating it changes nothing. 404 `not_found`. 409 `invitation_used`. */
export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/admin/invitations/:id/revoke',
  summary: 'Revoke an invitation',
  access: 'admin',
  params,
  body: Decision,
  response: InvitationRecord,
})
