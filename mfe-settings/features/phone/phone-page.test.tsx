import { checkOtp } from '@portal/contracts/otp'
import { cancelPhoneChange, changePhone, getOwnPhone } from '@portal/contracts/password'
import { getProfile } from '@portal/contracts/profile'
import { useSession } from '@portal/shared/session/store'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './phone-page.tsx'
import {
  changed,
  code,
  confirm,
  fail,
  fillForm,
  getCode,
  password,
  phone,
  profile,
  test,
  toCode,
  typeNewCode,
  user,
} from './testing/open-phone.ts'

// spec: 2.109
test('offers password managers the current number for the current password, not the new one', async () => {
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  renderPage(Component)
  const name = await screen.findByDisplayValue('+7 (900) 000-00-01')
  expect(name.closest('form')?.querySelectorAll('[autocomplete=username]')).toHaveLength(1)
  expect(name.compareDocumentPosition(screen.getByLabelText('Текущий пароль'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByLabelText('Новый телефон')).toHaveAttribute('autocomplete', 'tel')
})

test('changes the phone by the password and two codes: of the new number and of the old one', async ({ server }) => {
  await toCode()
  await confirm()
  expect(await screen.findByText('Номер изменён')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('status').parentElement).toHaveFocus())
  expect(screen.getByText('+7 (900) •••-••-67')).toBeVisible()
  expect(server.sentTo).toEqual(['phone +79001234567', 'current {"purpose":"phone","phone_number":"+79001234567"}'])
  expect(server.requests).toEqual([
    {
      current_password: 'old-password',
      phone_number: '+79001234567',
      code: '123456',
      current_phone_code: '654321',
    },
  ])
})

test('shows a wrong code of the new number before the old one gets a code', async ({ server }) => {
  await fillForm()
  await user.type(await code(), '111111')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  expect(await screen.findByText(/^Неверный код/)).toBeVisible()
  expect(server.sentTo).toHaveLength(1)
})

test('a late check of a number that was given up does not count for the next one', async ({ server }) => {
  const checked = Promise.withResolvers<{ valid: true }>()
  stub(checkOtp, () => checked.promise)
  await fillForm()
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.input(await phone(), { target: { value: '+7 (900) 765-43-21' } })
  await getCode()
  await screen.findByRole('dialog', { name: 'Код с нового номера' })
  checked.resolve({ valid: true })
  stub(checkOtp, () => ({ valid: true as const }))
  await user.type(await code(), '777777')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  await screen.findByRole('dialog', { name: 'Код с прежнего номера' })
  await user.type(await code(), '654321')
  await confirm()
  await waitFor(() => expect(server.requests).toMatchObject([{ phone_number: '+79007654321', code: '777777' }]))
})

test('requests another code for the new number when the first has expired', async () => {
  fail(new ProblemResponse(410, 'otp_expired'))
  await toCode()
  await confirm()
  expect(await screen.findByText('Код с нового номера устарел: введите новый.')).toBeVisible()
  expect(screen.getByRole('dialog', { name: 'Код с нового номера' })).toBeVisible()
})

test('shows a wrong code of the old number at its field', async () => {
  fail(new ProblemResponse(422, 'otp_invalid', { attempts_left: 4, errors: { current_phone_code: ['otp_invalid'] } }))
  await toCode()
  await confirm()
  expect(await screen.findByText(/^Неверный код/)).toBeVisible()
  expect(screen.getByText('Код с прежнего номера')).toBeVisible()
})

// spec: 2.106
test('delays the change by a day without the old number, shows it and offers to cancel it', async ({ server }) => {
  const takes_effect_at = '2026-11-23T11:05:00Z'
  stub(changePhone, ({ body }) => {
    server.requests.push(body)
    server.pending = { ...changed, takes_effect_at }
    return server.pending
  })
  await toCode()
  await user.click(screen.getByRole('button', { name: 'Нет доступа к прежнему номеру' }))
  expect(await screen.findByText(/телефон сменится через сутки/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Сменить через сутки' }))
  expect(await screen.findByText('Номер сменится 23.11.2026, 14:05')).toBeVisible()
  expect(server.requests).toEqual([{ current_password: 'old-password', phone_number: '+79001234567', code: '123456' }])

  stub(cancelPhoneChange, () => {
    server.pending = null
    return undefined
  })
  await user.click(screen.getByRole('button', { name: 'Отменить смену номера' }))
  expect(await phone()).toBeVisible()
  await waitFor(() => expect(useSession.getState().toasts.map(({ text }) => text)).toEqual(['Смена номера отменена']))
})

test('names what is missing, and sends no code', async ({ server }) => {
  renderPage(Component)
  await user.type(await phone(), '90012')
  await getCode()
  expect(await screen.findByText('Введите текущий пароль')).toBeVisible()
  expect(await phone()).toHaveAccessibleDescription('Введите номер телефона полностью')
  expect(await phone()).toHaveValue('+7 (900) 12')
  expect(server.sentTo).toEqual([])
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

// spec: 6.24
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
