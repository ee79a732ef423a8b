import { sendOtp } from '@portal/contracts/otp'
import { requestPasswordReset, resetPassword } from '@portal/contracts/password'
import { signedOut } from '@portal/shared/session/state/events'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anna, closePortal, openPortal } from '../../testing/open-portal.tsx'

const user = userEvent.setup()
let sentTo: string[] = []
let passwords: Record<string, string> = {}

beforeEach(() => {
  sentTo = []
  passwords = {}
  stub(sendOtp, ({ params, body }) => {
    sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  stub(requestPasswordReset, ({ body }) => {
    if (body.code !== '123456') throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 2 })
    return { a: 'u1', b: 'secret-token', expires_in: 900 }
  })
  stub(resetPassword, ({ params, body }) => {
    passwords[`${params.a} ${params.b}`] = body.password
    return undefined
  })
})
afterEach(closePortal)

const phone = () => screen.findByLabelText<HTMLInputElement>('Телефон')
const code = () => screen.findByLabelText<HTMLInputElement>('Код из СМС')
const password = () => screen.findByLabelText<HTMLInputElement>('Новый пароль')
const repeat = () => screen.findByLabelText<HTMLInputElement>('Новый пароль ещё раз')
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

async function toCode() {
  openPortal('/password/recovery', null)
  await user.type(await phone(), '9000000001')
  await press('Получить код')
}

async function toPassword() {
  await toCode()
  await user.type(await code(), '123456')
  await press('Продолжить')
}

async function setPassword() {
  await user.type(await password(), 'new-password')
  await user.type(await repeat(), 'new-password')
  await press('Сменить пароль')
}

// spec: 2.49
test('the recovery leads through phone, code and password to login, which shows the result', async () => {
  await toCode()
  expect(await screen.findByText('Если номер зарегистрирован, мы отправили код')).toBeVisible()
  expect(sentTo).toEqual(['recovery +79000000001'])
  await user.type(await code(), '123456')
  await press('Продолжить')
  await waitFor(async () => expect(await password()).toHaveFocus())
  await setPassword()
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  expect(await screen.findByText('Войдите с новым паролем.')).toBeVisible()
  expect(screen.getByText('Пароль изменён')).toBeVisible()
  expect(passwords).toEqual({ 'u1 secret-token': 'new-password' })
})

test('the recovery after the end of a session leads to login, which shows only the new password', async () => {
  signedOut({ hasEnded: true })
  await toPassword()
  await setPassword()
  expect(await screen.findByText('Пароль изменён')).toBeVisible()
  expect(screen.queryByText(/^Сеанс закончился/)).toBeNull()
})

// spec: 2.109
test('the recovery offers password managers the new password for the phone', async () => {
  await toPassword()
  const form = (await password()).closest('form')
  const [name, ...passwordFields] = form?.querySelectorAll('input') ?? []
  expect(name).toHaveAttribute('autocomplete', 'username')
  expect(name).toHaveValue('+7 (900) 000-00-01')
  expect(passwordFields).toEqual([await password(), await repeat()])
  await waitFor(async () => expect(await password()).toHaveFocus())
})

test('the recovery puts the grant in no address and no storage', async () => {
  await toPassword()
  await password()
  const stored = JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])
  expect(stored).not.toContain('secret-token')
})

test('the recovery does not send an incomplete number', async () => {
  openPortal('/password/recovery', null)
  await user.type(await phone(), '90000')
  await press('Получить код')
  expect(await screen.findByText('Введите номер телефона полностью')).toBeVisible()
  expect(sentTo).toEqual([])
})

test('the recovery leaves a wrong code and shows how many attempts are left', async () => {
  await toCode()
  await user.type(await code(), '000000')
  await press('Продолжить')
  expect(await screen.findByText(/^Неверный код\. Осталось 2\sпопытки$/)).toBeVisible()
  expect(await code()).toHaveValue('000000')
})

test('the recovery shows short and different passwords immediately, and keeps them', async () => {
  await toPassword()
  await user.type(await password(), 'short')
  await user.type(await repeat(), 'other')
  await press('Сменить пароль')
  expect(await screen.findByText('Пароли не совпадают')).toBeVisible()
  expect(await password()).toHaveAccessibleDescription('Не менее 8 символов')
  expect(await password()).toHaveValue('short')
  expect(await repeat()).toHaveValue('other')
  expect(passwords).toEqual({})
})

test('the recovery leaves number and password over a step back and forth, and requests no code again', async () => {
  await toPassword()
  await user.type(await password(), 'new-password')
  await press('Назад')
  await waitFor(async () => expect(await phone()).toHaveFocus())
  expect(await phone()).toHaveValue('+7 (900) 000-00-01')
  await press('Получить код')
  expect(await password()).toHaveValue('new-password')
  expect(sentTo).toHaveLength(1)
})

test('the recovery accepts the sent code after a step back, before another message may be sent', async () => {
  await toCode()
  await code()
  await press('Назад')
  await phone()
  await press('Получить код')
  await code()
  expect(sentTo).toHaveLength(1)
})

test('the recovery requires another code for another number than the proven one', async () => {
  await toPassword()
  await password()
  await press('Назад')
  await user.clear(await phone())
  await user.type(await phone(), '9000000002')
  await press('Получить код')
  await code()
  await waitFor(() => expect(sentTo).toEqual(['recovery +79000000001', 'recovery +79000000002']))
})

test.for(failures)('%s to a code: it stays, and can be sent again', async ([failure, text]) => {
  await toCode()
  stub(requestPasswordReset, () => {
    throw failure
  })
  await user.type(await code(), '123456')
  await press('Продолжить')
  expect(await screen.findByText(text)).toBeVisible()
  expect(await code()).toHaveValue('123456')

  stub(requestPasswordReset, () => ({ a: 'u1', b: 'secret-token', expires_in: 900 }))
  await press('Продолжить')
  await password()
})

const weakPassword = new ProblemResponse(422, 'password_weak', { errors: { password: ['password_phone'] } })

test.for([
  ...failures,
  [wrongField('password'), 'Новый пароль — проверьте, что введено'],
  [weakPassword, /^Номер телефона в пароле легко угадать/],
] as const)('%s to a new password: it stays, and can be sent again', async ([failure, text]) => {
  await toPassword()
  stub(resetPassword, () => {
    throw failure
  })
  await setPassword()
  expect(await screen.findByText(text)).toBeVisible()
  expect(await password()).toHaveValue('new-password')
  expect(await repeat()).toHaveValue('new-password')

  stub(resetPassword, () => undefined)
  await press('Сменить пароль')
  expect(await screen.findByText('Войдите с новым паролем.')).toBeVisible()
})

test('the recovery requests another code when the grant has expired, and leaves the typed password', async () => {
  await toPassword()
  stub(resetPassword, () => {
    throw new ProblemResponse(410, 'reset_expired')
  })
  await setPassword()
  expect(await screen.findByText(/Время на смену пароля вышло/)).toBeVisible()
  await user.type(await code(), '123456')
  await press('Продолжить')
  expect(await password()).toHaveValue('new-password')
})

test('the recovery reports that the password may be set when the attempt after a lost response is rejected', async () => {
  await toPassword()
  stub(resetPassword, () => {
    throw new NetworkError()
  })
  await setPassword()
  await screen.findByText(/Нет соединения/)
  stub(resetPassword, () => {
    throw new ProblemResponse(410, 'reset_expired')
  })
  await press('Сменить пароль')
  expect(await screen.findByText('Возможно, пароль уже изменён')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login')
})

test('the recovery signs out the user of this browser with all the others', async () => {
  openPortal('/password/recovery', anna)
  await user.type(await phone(), '9000000001')
  await press('Получить код')
  await user.type(await code(), '123456')
  await press('Продолжить')
  await setPassword()
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  expect(localStorage.getItem('chaevye:user')).toBeNull()
})
