import { checkOtp, sendOtp, sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys, type Passkey, startPasskeyConfirmation } from '@portal/contracts/passkey'
import { changePhone, getPhoneChange, type PendingPhoneChange } from '@portal/contracts/password'
import { getProfile, type Profile } from '@portal/contracts/profile'
import { sessionState } from '@portal/shared/session/state/session-state'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { requestOptions } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test as base } from 'vitest'
import { Component } from '../phone-page.tsx'

export const profile: Profile = {
  id: 'u1',
  name: 'Анна Смирнова',
  first_name: 'Анна',
  last_name: 'Смирнова',
  about: '',
  tags: [],
  phone_masked: '+7 (900) •••-••-01',
  photo_url: null,
  goal: null,
  restaurants: [],
  created_at: '2026-01-01T12:00:00+03:00',
}
/** The profile's field once the phone has changed. */
export const changed = { phone_masked: '+7 (900) •••-••-67' }

export type PhoneServer = ReturnType<typeof phoneServer>

/** A test with a server of its own, as Анна. */
export const test = base.extend<{ server: PhoneServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which other fixtures this one needs
  server: [async ({}, use) => use(phoneServer()), { auto: true }],
})

/** Changes the phone by the code 123456, and records what is sent. */
function phoneServer() {
  const server = {
    sentTo: [] as string[],
    requests: [] as object[],
    pending: null as PendingPhoneChange | null,
    passkeys: [] as Passkey[],
    signaturesFor: [] as object[],
  }
  stub(listPasskeys, () => ({ items: server.passkeys }))
  stub(startPasskeyConfirmation, ({ body }) => {
    server.signaturesFor.push(body)
    return requestOptions
  })
  sessionState.setState({ user: { id: 'u1', name: 'Анна' } })
  stub(getProfile, () => profile)
  stub(getPhoneChange, () => ({ pending: server.pending }))
  stub(checkOtp, ({ body }) => {
    if (body.code !== '123456') throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
    return { valid: true as const }
  })
  stub(sendOtpToUser, ({ body }) => {
    server.sentTo.push(`current ${JSON.stringify(body)}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: profile.phone_masked }
  })
  stub(sendOtp, ({ params, body }) => {
    server.sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: changed.phone_masked }
  })
  stub(changePhone, ({ body }) => {
    server.requests.push(body)
    stub(getProfile, () => ({ ...profile, ...changed }))
    return changed
  })
  return server
}

export const user = userEvent.setup({ delay: null })

export const password = () => screen.findByLabelText('Текущий пароль')
export const phone = () => screen.findByLabelText('Новый телефон')
export const code = () => screen.findByLabelText('Код из СМС')
export const getCode = () => user.click(screen.getByRole('button', { name: 'Получить код' }))
export const confirm = () => user.click(screen.getByRole('button', { name: 'Сменить телефон' }))

/** Opens the page, and requests the code of the new number. */
export async function fillForm() {
  renderPage(Component)
  await user.type(await password(), 'old-password')
  await user.type(await phone(), '9001234567')
  await getCode()
}

/** Opens the page, and types the codes of both numbers. */
export async function toCode() {
  await fillForm()
  await typeNewCode()
}

/** Types the code of the new number, then the code of the old one. */
export async function typeNewCode() {
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  await screen.findByText('Код с прежнего номера')
  await user.type(await code(), '654321')
}

export function fail(failure: Error) {
  stub(changePhone, () => {
    throw failure
  })
}
