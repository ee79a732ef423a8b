import { sendOtpToUser } from '@portal/contracts/otp'
import {
  addPasskey,
  listPasskeys,
  type NewPasskey,
  type Passkey,
  startPasskeyRegistration,
} from '@portal/contracts/passkey'
import { getOwnPhone } from '@portal/contracts/password'
import { signedIn } from '@portal/shared/session/state/events'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { creationOptions, forgetPasskeyDevice, ownPasskey, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Component } from './add-passkey-page.tsx'

const user = userEvent.setup({ delay: null })
let device: ReturnType<typeof passkeyDevice>
let passkeys: Passkey[]
let started: object[]
let added: NewPasskey[]

beforeEach(() => {
  device = passkeyDevice()
  passkeys = []
  started = []
  added = []
  signedIn({ id: 'u1', name: 'Анна' })
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  stub(listPasskeys, () => ({ items: passkeys }))
  stub(sendOtpToUser, () => ({ expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }))
  stub(startPasskeyRegistration, ({ body }) => {
    started.push(body)
    return creationOptions
  })
  stub(addPasskey, ({ body }) => {
    added.push(body)
    passkeys = [ownPasskey]
    return ownPasskey
  })
})
afterEach(forgetPasskeyDevice)

async function toCode() {
  renderPage(Component, '/settings/passkeys/add', '/settings/passkeys/add')
  await user.type(await screen.findByLabelText('Текущий пароль'), 'password')
  await user.click(screen.getByRole('button', { name: 'Получить код' }))
  await user.type(await screen.findByLabelText('Код из СМС'), '123456')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
}

const create = async () => user.click(await screen.findByRole('button', { name: 'Создать ключ доступа' }))
const isAtList = () => waitFor(() => expect(location.pathname).toBe('/settings/passkeys'))

// spec: 2.110
test('adds a passkey by the password, a code and the device, then shows the list', async () => {
  await toCode()
  await create()
  await isAtList()
  expect(started).toEqual([{ current_password: 'password', code: '123456' }])
  expect(added).toEqual([
    { id: 'credential', client_data: 'Y3JlYXRlZA', attestation: 'YXR0ZXN0YXRpb24', transports: [] },
  ])
})

test('shows no error after a cancel on the device, and requires no other code', async () => {
  device.responds = 'cancels'
  await toCode()
  await create()
  await waitFor(() => expect(device.prompts).toBe(1))
  expect(screen.queryByRole('alert')).toBeNull()
  device.responds = 'signs'
  await create()
  await isAtList()
  expect(started).toHaveLength(1)
})

test('shows that the device has a passkey already', async () => {
  device.responds = 'has one'
  await toCode()
  await create()
  expect(await screen.findByText('На этом устройстве уже есть ключ доступа к порталу.')).toBeVisible()
})

test('shows a wrong password at its field, above which the code was typed', async () => {
  stub(startPasskeyRegistration, () => {
    throw new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
  })
  await toCode()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Текущий пароль')).toHaveAccessibleDescription('Текущий пароль указан неверно')
})

test('requests another code after the first has expired', async () => {
  stub(addPasskey, () => {
    throw new ProblemResponse(410, 'passkey_expired')
  })
  await toCode()
  await create()
  expect(await screen.findByText('Время вышло: введите новый код.')).toBeVisible()
  expect(screen.getByLabelText('Код из СМС')).toHaveValue('')
})

test('finds in the list a passkey that was added by an attempt whose response was lost', async () => {
  stub(addPasskey, () => {
    passkeys = [ownPasskey]
    throw new NetworkError()
  })
  await toCode()
  await create()
  await isAtList()
})

test('shows that the browser has no passkeys', async () => {
  forgetPasskeyDevice()
  renderPage(Component)
  expect(await screen.findByText(/^Этот браузер не поддерживает ключи доступа/)).toBeVisible()
  expect(screen.queryByLabelText('Текущий пароль')).toBeNull()
})
