import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { createInvitation } from './admin/invitation.ts'
import { findUser } from './admin/user.ts'
import { acceptInvitation } from './invitation.ts'
import { checkOtp, sendOtp, sendOtpToUser } from './otp.ts'
import { changePhone, requestPasswordReset } from './password.ts'
import { addSbpPhone } from './sbp-phone.ts'
import { login } from './session.ts'
import { inviteToTeam } from './team.ts'

const consents = { offer: '2026-01-01', personal_data: '2026-01-01' }
const password = 'tea and cherry 9'
const code = '123456'

/** Every body that has a phone: the endpoint, the name of the phone in it, and the rest of the body. */
const bodies = [
  [login, 'phoneNumber', { password, _remember_me: false }],
  [sendOtp, 'phone_number', {}],
  [checkOtp, 'phone_number', { code }],
  [sendOtpToUser, 'phone_number', { purpose: 'phone' }],
  [sendOtpToUser, 'phone', { purpose: 'sbp', bank_id: '1' }],
  [requestPasswordReset, 'phone_number', { code }],
  [changePhone, 'phone_number', { code, current_password: password }],
  [acceptInvitation, 'phone_number', { name: 'Анна', code, password, consents }],
  [addSbpPhone, 'phone', { code, rest_id: '1', bank_id: '1' }],
  [inviteToTeam, 'phone', { rest_id: '1' }],
  [createInvitation, 'phone', {}],
  [findUser, 'phone', {}],
] as const

describe.each(bodies)('$path, $1', ({ body }, name, rest) => {
  const schema: z.ZodMiniType = body

  test.each(['+79991234567', '8 (999) 123-45-67', 'тел. 7-999-123-45-67'])('reads %j', (written) => {
    expect(schema.safeParse({ ...rest, [name]: written })).toMatchObject({ data: { [name]: '+79991234567' } })
  })

  test.each([
    ['+998 90 123-45-67', 'phone_foreign'],
    ['8 800 555 35 35', 'phone_not_mobile'],
    ['8 999 123 45 6', 'phone_incomplete'],
    ['998901234567', 'phone_too_long'],
    ['8 999 123 45 67, 8 999 765 43 21', 'phone_several'],
  ])('rejects %j as %s', (written, problem) => {
    const { error } = schema.safeParse({ ...rest, [name]: written })
    expect(error?.issues).toMatchObject([{ path: [name], params: { code: problem } }])
  })
})
