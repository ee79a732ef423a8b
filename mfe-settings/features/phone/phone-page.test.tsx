import { sendOtp } from '@portal/shared/contracts/otp'
import { changePhone, getOwnPhone } from '@portal/shared/contracts/password'
import { getProfile, type Profile } from '@portal/shared/contracts/profile'
import { answer, Lost, Refused } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { troubles, wrongField } from '@portal/shared/testing/troubles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
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
let asked: object[]

beforeEach(() => {
  sentTo = []
  asked = []
  answer(getProfile, () => profile)
  answer(sendOtp, ({ params, body }) => {
    sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: changed.phone_masked }
  })
  answer(changePhone, ({ body }) => {
    asked.push(body)
    answer(getProfile, () => ({ ...profile, ...changed }))
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
  await user.type(await code(), '123456')
}

function fail(trouble: Error) {
  answer(changePhone, () => {
    throw trouble
  })
}

test('the current password belongs to the current number for password managers, not to the new one', async () => {
  answer(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  renderPage(Component)
  const name = await screen.findByDisplayValue('+7 (900) 000-00-01')
  expect(name.closest('form')?.querySelectorAll('[autocomplete=username]')).toHaveLength(1)
  expect(name.compareDocumentPosition(screen.getByLabelText('Текущий пароль'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByLabelText('Новый телефон')).toHaveAttribute('autocomplete', 'tel')
})

test('is changed by the password and a code that went to the new one', async () => {
  await toCode()
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  expect(screen.getByText('+7 (900) •••-••-67')).toBeVisible()
  expect(sentTo).toEqual(['phone +79001234567'])
  expect(asked).toEqual([{ current_password: 'old-password', phone_number: '+79001234567', code: '123456' }])
})

test('what is missing is named, and no code is sent', async () => {
  renderPage(Component)
  await user.type(await phone(), '90012')
  await getCode()
  expect(await screen.findByText('Введите текущий пароль')).toBeVisible()
  expect(await phone()).toHaveAccessibleDescription('Введите номер телефона полностью')
  expect(await phone()).toHaveValue('+7 (900) 12')
  expect(sentTo).toEqual([])
})

test.for(troubles)('%s: «%s»; the code stays, and can be sent again', async ([trouble, text]) => {
  fail(trouble)
  await toCode()
  await confirm()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await code()).toHaveValue('123456')

  answer(changePhone, () => changed)
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})

test.for([
  [
    new Refused(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } }),
    'Текущий пароль',
    'Текущий пароль указан неверно',
  ],
  [
    new Refused(409, 'phone_taken', { errors: { phone_number: ['phone_taken'] } }),
    'Новый телефон',
    'Этот номер уже используется',
  ],
  [wrongField('phone_number'), 'Новый телефон', 'Новый телефон — проверьте, что введено'],
] as const)('%s is said at «%s»; what was typed and the code that came stay', async ([trouble, label, text]) => {
  fail(trouble)
  await toCode()
  await confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
  expect(await password()).toHaveValue('old-password')
  expect(await phone()).toHaveValue('+7 (900) 123-45-67')

  answer(changePhone, () => changed)
  await getCode()
  await user.type(await code(), '123456')
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  expect(sentTo).toHaveLength(1)
})

test('changed by an attempt whose answer was lost: the next one finds it so', async () => {
  fail(new Lost())
  await toCode()
  await confirm()
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()

  answer(getProfile, () => ({ ...profile, ...changed }))
  fail(new Refused(410, 'otp_expired'))
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
})
