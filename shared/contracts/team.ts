import * as z from 'zod/mini'
import { InvitedName } from './admin/invitation.ts'
import { endpoint, items } from './endpoint.ts'
import { PhoneNumber } from './phone.ts'
import { roleTags } from './profile-tags.ts'
import { oneProofAtMost, proof } from './proof.ts'

/**
 * An employee as the manager of the restaurant sees them: never a sum,
 * nor more of a phone than tells two people of one name apart.
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
 * An invitation that can still be used. `link` is the right to join: all who have it may use it,
 * unless it is for one phone.
 */
export const TeamInvitation = z.object({
  id: z.string(),
  link: z.string(),
  /** A personal invitation is only for the owner of this phone. */
  phone_masked: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** It makes a manager: an operator has created it, and only an operator revokes it. */
  manager: z.boolean(),
  uses: z.int(),
  /** `null`: without a limit. */
  max_uses: z.nullable(z.int()),
  expires_at: z.iso.datetime({ offset: true }),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

const query = z.object({ restId: z.string() })

/**
 * `dismissed`: those whom a manager has dismissed in the last day, and may reinstate. 403 `not_manager`;
 * 404 where the user has never worked.
 */
export const listTeam = endpoint({
  method: 'GET',
  path: '/team',
  summary: 'The employees of a restaurant by name, for its managers only',
  access: 'user',
  query,
  // An API of the previous version returns no `dismissed`.
  response: z.object({ ...items(TeamMember).shape, dismissed: z.optional(z.array(TeamMember)) }),
})

/** 403 `not_manager`; 404 where the user does not work. */
export const listTeamInvitations = endpoint({
  method: 'GET',
  path: '/team/invitations',
  summary: 'The open invitations of a restaurant, newest first, for its managers only',
  access: 'user',
  query,
  response: items(TeamInvitation),
})

export const MAX_TEAM_INVITATION_DAYS = 30
export const MAX_TEAM_INVITATION_USES = 30

export const NewTeamInvitation = z.strictObject({
  rest_id: z.string(),
  /** Its lifetime; by default 7. */
  days: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TEAM_INVITATION_DAYS))),
  /** How many may join by it; by default one. */
  max_uses: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TEAM_INVITATION_USES))),
  /** Makes it personal: for the owner of this phone. The same phone again has the same link. */
  phone: z.optional(PhoneNumber),
  /** For a personal invitation: the name in the list. */
  name: z.optional(InvitedName),
})
export type NewTeamInvitation = z.infer<typeof NewTeamInvitation>

/**
 * 403 `not_manager`; 404 where the user does not work; 409 `restaurant_closed`, `already_employed`,
 * `employee_dismissed`, `manager_protected` for the phone of an operator's invitation that makes a manager; 422
 * `personal_invitation`: `max_uses` is of a link, `name` of a phone; 429 `too_often`.
 */
export const inviteToTeam = endpoint({
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invite a colleague to a restaurant, as its manager',
  access: 'user',
  body: NewTeamInvitation,
  response: TeamInvitation,
  status: 201,
})

const params = z.object({ id: z.string() })

/**
 * 403 `not_manager`; 404 of a restaurant where the user does not work; 409 `no_phone` for one that is not personal; 410
 * as `getInvitation`; 429 `too_often`; 503 `sms_unavailable`: then nothing was sent.
 */
export const sendTeamInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/:id/sms',
  summary: 'Send a personal invitation to its phone, as a manager',
  access: 'user',
  params,
  response: null,
})

/**
 * 403 `not_manager`; 404 of a restaurant where the user does not work; 409 `invitation_used`, `manager_protected`.
 * Repeating it changes nothing.
 */
export const revokeTeamInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/:id/revoke',
  summary: 'Revoke an invitation, as a manager',
  access: 'user',
  params,
  response: null,
})

/** A manager may dismiss so many employees in an hour without a confirmation. */
export const FREE_DISMISSALS = 3

/**
 * The user gets an SMS, and still reads and withdraws what is there. Above `FREE_DISMISSALS` in an hour a proof
 * confirms each: 422 `confirmation_required`, and as a wrong code. 403 `not_manager`; 404 of a restaurant where the
 * user has never worked; 409 `manager_protected`, `default_protected`: operators decide about managers, and about the
 * default employee, who holds the team's shared tips. Repeating it changes nothing.
 */
export const dismissTeamMember = endpoint({
  method: 'POST',
  path: '/team/members/:id/dismiss',
  summary: 'Dismiss an employee, as a manager',
  access: 'user',
  params,
  body: z.optional(z.strictObject(proof).check(oneProofAtMost)),
  response: null,
})

/**
 * Undoes a manager's dismissal of the last day. 403, 404 as above; 409 `not_undoable`: operators reinstate all others.
 * Repeating it changes nothing.
 */
export const reinstateTeamMember = endpoint({
  method: 'POST',
  path: '/team/members/:id/reinstate',
  summary: 'Reinstate an employee who was dismissed by a manager in the last day, as a manager',
  access: 'user',
  params,
  response: null,
})
