import * as z from 'zod/mini'
import { InvitedName } from './admin/invitation.ts'
import { endpoint, items } from './endpoint.ts'
import { PhoneNumber } from './phone.ts'
import { roleTags } from './profile-tags.ts'
import { oneProofAtMost, proof } from './proof.ts'

/**
 * An employee as managers of the restaurant see them: without sums, and with only the last two digits of the phone, to
 * tell namesakes apart.
 */
export const TeamMember = z.object({
  id: z.string(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
  /** The roles of the user's profile, in the order of `roleTags`. */
  roles: z.array(z.enum(roleTags)),
  phone_last2: z.string(),
  default: z.boolean(),
  manager: z.boolean(),
  /** Whether the user has ever signed in. */
  signed_in: z.boolean(),
  /** An operator has blocked the user at all restaurants. */
  blocked: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

/**
 * An invitation that can still be used. Anyone who has the `link` can join with it, unless the invitation is for one
 * phone.
 */
export const TeamInvitation = z.object({
  id: z.string(),
  link: z.string(),
  /** A personal invitation is only for the owner of this phone. */
  phone_masked: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Whoever uses it becomes a manager. Only operators create and revoke such an invitation. */
  manager: z.boolean(),
  uses: z.int(),
  /** `null`: without a limit. */
  max_uses: z.nullable(z.int()),
  expires_at: z.iso.datetime({ offset: true }),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

const query = z.object({ restId: z.string() })

/**
 * `dismissed` lists the employees whom a manager has dismissed in the last day. A manager may still reinstate them. 403
 * `not_manager`. 404 for a restaurant where the user has never worked.
 */
export const listTeam = endpoint({
  method: 'GET',
  path: '/team',
  summary: 'List the employees of a restaurant by name, for its managers only',
  access: 'user',
  query,
  // An API of the previous version returns no `dismissed`.
  response: z.object({ ...items(TeamMember).shape, dismissed: z.optional(z.array(TeamMember)) }),
})

/** 403 `not_manager`. 404 for a restaurant where the user does not work. */
export const listTeamInvitations = endpoint({
  method: 'GET',
  path: '/team/invitations',
  summary: 'List the open invitations of a restaurant, newest first, for its managers only',
  access: 'user',
  query,
  response: items(TeamInvitation),
})

export const MAX_TEAM_INVITATION_DAYS = 30
export const MAX_TEAM_INVITATION_USES = 30

export const NewTeamInvitation = z.strictObject({
  rest_id: z.string(),
  /** The lifetime in days; 7 by default. */
  days: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TEAM_INVITATION_DAYS))),
  /** How many users may join with it; one by default. */
  max_uses: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TEAM_INVITATION_USES))),
  /**
   * Makes the invitation personal: only the owner of this phone can use it. The same phone gets the same link again.
   */
  phone: z.optional(PhoneNumber),
  /** Only for a personal invitation: the name that the list of invitations shows. */
  name: z.optional(InvitedName),
})
export type NewTeamInvitation = z.infer<typeof NewTeamInvitation>

/**
 * 403 `not_manager`. 404 for a restaurant where the user does not work. 409 `restaurant_closed`, `already_employed`,
 * `employee_dismissed`. 409 `manager_protected`: an operator has invited this phone as a manager. 422
 * `personal_invitation`: `max_uses` is only for invitations without a phone, `name` only for invitations with one. 429
 * `too_often`.
 */
export const inviteToTeam = endpoint({
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invite a colleague to a restaurant, for its managers only',
  access: 'user',
  body: NewTeamInvitation,
  response: TeamInvitation,
  status: 201,
})

const params = z.object({ id: z.string() })

/**
 * 403 `not_manager`. 404 for a restaurant where the user does not work. 409 `no_phone`: the invitation is not personal.
 * 410 `invitation_expired`, `invitation_used`. 429 `too_often`. 503 `sms_unavailable`: nothing was sent.
 */
export const sendTeamInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/:id/sms',
  summary: 'Send a personal invitation to its phone by SMS, for managers only',
  access: 'user',
  params,
  response: null,
})

/**
 * Repeating it changes nothing. 403 `not_manager`. 404 for a restaurant where the user does not work. 409
 * `invitation_used`, `manager_protected`.
 */
export const revokeTeamInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/:id/revoke',
  summary: 'Revoke an invitation, for managers only',
  access: 'user',
  params,
  response: null,
})

/** How many employees a manager may dismiss in an hour without a confirmation. */
export const FREE_DISMISSALS = 3

/**
 * The dismissed user gets an SMS, and can still read the history and withdraw the balance. After three dismissals in an
 * hour (`FREE_DISMISSALS`) each one needs a proof: 422 `confirmation_required`, and the errors of a wrong code. 403
 * `not_manager`. 404 for a restaurant where the caller has never worked. 409 `manager_protected`, `default_protected`:
 * only operators dismiss managers, and the default employee, who holds the team's shared tips. Repeating it changes
 * nothing.
 */
export const dismissTeamMember = endpoint({
  method: 'POST',
  path: '/team/members/:id/dismiss',
  summary: 'Dismiss an employee, for managers only',
  access: 'user',
  params,
  body: z.optional(z.strictObject(proof).check(oneProofAtMost)),
  response: null,
})

/**
 * Undoes a manager's dismissal of the last day. Repeating it changes nothing. 403 `not_manager`. 404 for a restaurant
 * where the caller has never worked. 409 `not_undoable`: only operators reinstate all others.
 */
export const reinstateTeamMember = endpoint({
  method: 'POST',
  path: '/team/members/:id/reinstate',
  summary: 'Reinstate an employee whom a manager has dismissed in the last day, for managers only',
  access: 'user',
  params,
  response: null,
})
