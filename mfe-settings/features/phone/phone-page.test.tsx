import { checkOtp, sendOtp, sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys, type Passkey, startPasskeyConfirmation } from '@portal/contracts/passkey'
import {
  cancelPhoneChange,
  changePhone,
  getOwnPhone,
  getPhoneChange,
  type PendingPhoneChange,
} from '@portal/contracts/password'
import { getProfile, type Profile } from '@portal/contracts/profile'
import { useSession } from '@portal/shared/session/store'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import {
  forgetPasskeyDevice,
  ownPasskey,
  passkeyDevice,
  requestOptions,
  signature,
} from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from './phone-page.tsx'

const profile: Profile = {
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
const changed = { phone_masked: '+7 (900) •••-••-67' }

const user = userEvent.setup({ delay: null })
let sentTo: string[]
let requests: object[]
let pending: PendingPhoneChange | null
let passkeys: Passkey[]
let signaturesFor: object[]

beforeEach(() => {
  sentTo = []
  requests = []
  pending = null
  passkeys = []
  signaturesFor = []
  stub(listPasskeys, () => ({ items: passkeys }))
  stub(startPasskeyConfirmation, ({ body }) => {
    signaturesFor.push(body)
    return requestOptions
  })
  useSession.setState({ user: { id: 'u1', name: 'Анна' }, toasts: [] })
  stub(getProfile, () => profile)
  stub(getPhoneChange, () => ({ pending }))
  stub(checkOtp, ({ body }) => {
    if (body.code !== '123456') throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
    return { valid: true as const }
  })
  stub(sendOtpToUser, ({ body }) => {
    sentTo.push(`current ${JSON.stringify(body)}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: profile.phone_masked }
  })
  stub(sendOtp, ({ params, body }) => {
    sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: changed.phone_masked }
  })
  stub(changePhone, ({ body }) => {
    requests.push(body)
    stub(getProfile, () => ({ ...profile, ...changed }))
    return changed
  })
})

const password = () => screen.findByLabelText('Текущий пароль')
const phone = () => screen.findByLabelText('Новый телефон')
const code = () => screen.findByLabelText('Код из СМС')
const getCode = () => user.click(screen.getByRole('button', { name: 'Получить код' }))
const confirm = () => user.click(screen.getByRole('button', { name: 'Сменить телефон' }))

async function toCode() {
  renderPage(Component)
  await user.type(await password(), 'old-password')
  await user.type(await phone(), '9001234567')
  await getCode()
  await typeNewCode()
}

/** The code of the new number; then the one of the old number is typed. */
async function typeNewCode() {
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  await screen.findByText('Код с прежнего номера')
  await user.type(await code(), '654321')
}

function fail(failure: Error) {
  stub(changePhone, () => {
    throw failure
  })
}

// spec: 2.109
test('offers password managers the current number for the current password, not the new one', async () => {
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  renderPage(Component)
  const name = await screen.findByDisplayValue('+7 (900) 000-00-01')
  expect(name.closest('form')?.querySelectorAll('[autocomplete=username]')).toHaveLength(1)
  expect(name.compareDocumentPosition(screen.getByLabelText('Текущий пароль'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByLabelText('Новый телефон')).toHaveAttribute('autocomplete', 'tel')
})

test('changes the phone by the password and two codes: of the new number and of the old one', async () => {
  await toCode()
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  expect(screen.getByText('+7 (900) •••-••-67')).toBeVisible()
  expect(sentTo).toEqual(['phone +79001234567', 'current {"purpose":"phone","phone_number":"+79001234567"}'])
  expect(requests).toEqual([
    {
      current_password: 'old-password',
      phone_number: '+79001234567',
      code: '123456',
      current_phone_code: '654321',
    },
  ])
})

test('shows a wrong code of the new number before the old one gets a code', async () => {
  renderPage(Component)
  await user.type(await password(), 'old-password')
  await user.type(await phone(), '9001234567')
  await getCode()
  await user.type(await code(), '111111')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  expect(await screen.findByText(/^Неверный код/)).toBeVisible()
  expect(sentTo).toHaveLength(1)
})

test('requests another code for the new number when the first has expired', async () => {
  fail(new ProblemResponse(410, 'otp_expired'))
  await toCode()
  await confirm()
  expect(await screen.findByText('Код с нового номера')).toBeVisible()
})

test('shows a wrong code of the old number at its field', async () => {
  fail(new ProblemResponse(422, 'otp_invalid', { attempts_left: 4, errors: { current_phone_code: ['otp_invalid'] } }))
  await toCode()
  await confirm()
  expect(await screen.findByText(/^Неверный код/)).toBeVisible()
  expect(screen.getByText('Код с прежнего номера')).toBeVisible()
})

// spec: 2.106
test('delays the change by a day without the old number, shows it and offers to cancel it', async () => {
  const takes_effect_at = '2026-11-23T11:05:00Z'
  stub(changePhone, ({ body }) => {
    requests.push(body)
    pending = { ...changed, takes_effect_at }
    return pending
  })
  await toCode()
  await user.click(screen.getByRole('button', { name: 'Нет доступа к прежнему номеру' }))
  expect(await screen.findByText(/телефон сменится через 24 часа/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Сменить через 24 часа' }))
  expect(await screen.findByText('Номер сменится 23 ноября, 14:05')).toBeVisible()
  expect(requests).toEqual([{ current_password: 'old-password', phone_number: '+79001234567', code: '123456' }])

  stub(cancelPhoneChange, () => {
    pending = null
    return undefined
  })
  await user.click(screen.getByRole('button', { name: 'Отменить смену номера' }))
  expect(await phone()).toBeVisible()
  expect(useSession.getState().toasts.map(({ text }) => text)).toEqual(['Смена номера отменена'])
})

describe('with a passkey', () => {
  let device: ReturnType<typeof passkeyDevice>
  beforeEach(() => {
    device = passkeyDevice()
    passkeys = [ownPasskey]
    return forgetPasskeyDevice
  })

  async function toPasskey() {
    renderPage(Component)
    await user.type(await password(), 'old-password')
    await user.type(await phone(), '9001234567')
    await getCode()
    await user.type(await code(), '123456')
    await user.click(screen.getByRole('button', { name: 'Продолжить' }))
    return await screen.findByRole('button', { name: 'Подтвердить ключом доступа' })
  }
  const sentToOld = () => sentTo.filter((message) => message.startsWith('current'))

  test('changes the phone without a code of the old number, once for two clicks', async () => {
    await user.dblClick(await toPasskey())
    expect(await screen.findByText('Номер изменён')).toBeVisible()
    expect(signaturesFor).toEqual([{ purpose: 'phone', phone_number: '+79001234567' }])
    expect(requests).toEqual([
      { current_password: 'old-password', phone_number: '+79001234567', code: '123456', passkey: signature },
    ])
    expect(sentToOld()).toEqual([])
  })

  test('shows no error after a cancel, and offers the code of the old number', async () => {
    device.responds = 'cancels'
    await user.click(await toPasskey())
    await waitFor(() => expect(device.prompts).toBe(1))
    expect(requests).toEqual([])
    expect(sentToOld()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Получить код на прежний номер' }))
    await user.type(await code(), '654321')
    await confirm()
    expect(await screen.findByText('Номер изменён')).toBeVisible()
    expect(sentToOld()).toHaveLength(1)
  })

  test('shows that one was rejected, and can be tried again', async () => {
    const button = await toPasskey()
    fail(new ProblemResponse(422, 'passkey_invalid'))
    await user.click(button)
    expect(await screen.findByText(/^Ключ доступа не подошёл/)).toBeVisible()
    stub(changePhone, () => changed)
    await user.click(button)
    expect(await screen.findByText('Номер изменён')).toBeVisible()
  })

  test('finds the change on the attempt after a lost response', async () => {
    const button = await toPasskey()
    fail(new NetworkError())
    await user.click(button)
    expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
    stub(getProfile, () => ({ ...profile, ...changed }))
    fail(new ProblemResponse(410, 'passkey_expired'))
    await user.click(button)
    expect(await screen.findByText('Номер изменён')).toBeVisible()
  })

  test('leaves the focus in the sheet at each step', async () => {
    await toPasskey()
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Получить код на прежний номер' }))
    expect(await code()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Нет доступа к прежнему номеру' }))
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  })
})

test('names what is missing, and sends no code', async () => {
  renderPage(Component)
  await user.type(await phone(), '90012')
  await getCode()
  expect(await screen.findByText('Введите текущий пароль')).toBeVisible()
  expect(await phone()).toHaveAccessibleDescription('Введите номер телефона полностью')
  expect(await phone()).toHaveValue('+7 (900) 12')
  expect(sentTo).toEqual([])
})

test.for(failures)('%s: «%s»; the code stays, and can be sent again', async ([failure, text]) => {
  fail(failure)
  await toCode()
  await confirm()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await code()).toHaveValue('654321')

  stub(changePhone, () => changed)
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})

test.for([
  [
    new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } }),
    'Текущий пароль',
    'Текущий пароль указан неверно',
  ],
  [
    new ProblemResponse(409, 'phone_taken', { errors: { phone_number: ['phone_taken'] } }),
    'Новый телефон',
    'Этот номер уже используется',
  ],
  [wrongField('phone_number'), 'Новый телефон', 'Новый телефон — проверьте, что введено'],
] as const)('shows %s at «%s»; leaves what was typed and the code', async ([failure, label, text]) => {
  fail(failure)
  await toCode()
  await confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
  expect(await password()).toHaveValue('old-password')
  expect(await phone()).toHaveValue('+7 (900) 123-45-67')

  stub(changePhone, () => changed)
  await getCode()
  await typeNewCode()
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})

test('finds the change on the attempt after a lost response', async () => {
  fail(new NetworkError())
  await toCode()
  await confirm()
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()

  stub(getProfile, () => ({ ...profile, ...changed }))
  fail(new ProblemResponse(410, 'otp_expired'))
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})
