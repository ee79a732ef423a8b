import * as z from 'zod/mini'
import { Consents, ConsentTexts } from './consent.ts'
import { Employee } from './employee.ts'
import { endpoint } from './endpoint.ts'
import { OtpCode } from './otp-code.ts'
import { NewPassword } from './password.ts'
import { personName } from './person-name.ts'
import { PhoneNumber } from './phone.ts'
import { RememberMe, User } from './session.ts'

/** Removes spaces and punctuation that were copied together with the link. Codes have no such characters. */
const InvitationCode = z.string().check(z.overwrite((text) => text.replace(/[^\w-]/g, '')))
const params = z.object({ code: InvitationCode })

export const Invitation = z.object({
  restaurant: z.object({ name: z.string() }),
  expires_at: z.iso.datetime({ offset: true }),
  /** What a new user agrees to. */
  consents: ConsentTexts,
  /** The caller is signed in and works at the restaurant already: there is nothing to accept. */
  already_employed: z.optional(z.boolean()),
})
export type Invitation = z.infer<typeof Invitation>

/** 404 `not_found`, 410 `invitation_expired`, 410 `invitation_used`. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/invitations/:code',
  summary: 'Get the restaurant of an invitation, and the texts that a new user agrees to, for anyone who has the link',
  access: 'anyone',
  params,
  response: Invitation,
})

export const NewUser = z.strictObject({
  /** `Анна Смирнова`: the first word is the first name. */
  name: personName(100),
  phone_number: PhoneNumber,
  /** Sent by `POST /otp/send/registration`. */
  code: OtpCode,
  password: NewPassword,
  consents: Consents,
  _remember_me: RememberMe,
})
export type NewUser = z.infer<typeof NewUser>

/**
 * Registers the user and signs in as `POST /login` does: the response sets the session cookie. Has the errors of
 * `getInvitation`. 422 `invitation_of_another` on `phone_number`: the invitation is for another phone. 409
 * `phone_registered` on `phone_number`, with `already_employed` if the user works at the restaurant; only the owner of
 * the phone, who has the code, gets to know this. 422 `consent_outdated` on `consents.offer` or
 * `consents.personal_data`. Also the errors of a wrong code. The code is used up only if the user is registered.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/:code/accept',
  summary: 'Register as a user and join the restaurant of the invitation',
  access: 'anyone',
  params,
  body: NewUser,
  response: User,
  status: 201,
})

/**
 * Has the errors of `getInvitation`. 422 `invitation_of_another`: the invitation is for another phone. 409
 * `already_employed`, or `employee_dismissed` if the user was an employee of the restaurant.
 */
export const joinRestaurant = endpoint({
  method: 'POST',
  path: '/invitations/:code/join',
  summary: 'Join the restaurant of the invitation as the signed-in user',
  access: 'user',
  params,
  response: Employee,
  status: 201,
})
