import type { Page } from '@playwright/test'
import { acceptInvitation, getInvitation } from '@portal/shared/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/shared/contracts/otp'
import { requestPasswordReset, resetPassword } from '@portal/shared/contracts/password'
import { login } from '@portal/shared/contracts/session'
import { answer, failToLoad, keepWaiting, refuse } from './api.ts'
import { at } from './data/now.ts'
import { codeSent } from './data/payouts.ts'
import { screensOf } from './screen.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

async function signIn(page: Page) {
  await fill(page, 'Телефон', '9000000001')
  await fill(page, 'Пароль', 'not-the-password')
  await press(page, 'Войти')
}

const loginScreens = screensOf('/login', 'login', [
  { state: 'loaded', person: null, shows: 'Забыли пароль?', forcedColors: true },
  { state: 'errors', person: null, steps: (page) => press(page, 'Войти'), shows: 'Введите пароль' },
  {
    state: 'refused',
    person: null,
    answers: [refuse(login, 401, { code: 'invalid_credentials' })],
    steps: signIn,
    shows: 'Неверный телефон или пароль',
  },
  {
    state: 'disabled',
    person: null,
    answers: [refuse(login, 403, { code: 'account_disabled' })],
    steps: signIn,
    shows: /^Учётная запись отключена/,
  },
])

const recovering = [
  answer(sendOtp, codeSent),
  answer(requestPasswordReset, { a: 'anna', b: 'token', expires_in: 600 }),
  answer(resetPassword, undefined),
]

async function askForCode(page: Page) {
  await fill(page, 'Телефон', '9000000001')
  await press(page, 'Получить код')
}

async function proveByCode(page: Page) {
  await askForCode(page)
  await fill(page, 'Код из СМС', '123456')
  await press(page, 'Продолжить')
}

async function setPassword(page: Page, value: string, repeat = value) {
  await proveByCode(page)
  await fill(page, 'Новый пароль', value)
  await fill(page, 'Новый пароль ещё раз', repeat)
  await press(page, 'Сменить пароль')
}

const recovery = screensOf('/password/recovery', 'recovery', [
  { state: 'loaded', person: null, shows: 'Шаг 1 из 3' },
  {
    state: 'weak',
    person: null,
    answers: [
      ...recovering,
      refuse(resetPassword, 422, { code: 'password_weak', errors: { password: ['password_common'] } }),
    ],
    steps: (page) => setPassword(page, 'qwerty123'),
    shows: /^Этот пароль слишком распространён/,
  },
  {
    state: 'errors',
    person: null,
    steps: (page) => press(page, 'Получить код'),
    shows: 'Введите номер телефона полностью',
  },
  {
    state: 'code',
    person: null,
    answers: recovering,
    steps: askForCode,
    shows: 'Если номер зарегистрирован, мы отправили код',
  },
  { state: 'password', person: null, answers: recovering, steps: proveByCode, shows: 'Шаг 3 из 3' },
  {
    state: 'password-errors',
    person: null,
    answers: recovering,
    steps: (page) => setPassword(page, 'short', 'other'),
    shows: 'Пароли не совпадают',
  },
  {
    state: 'changed',
    person: null,
    answers: recovering,
    steps: (page) => setPassword(page, 'another-Chaevye-2'),
    shows: 'Войдите с новым паролем.',
  },
])

const address = '/i/DEMO-BEREZKA'
const invited = [
  answer(getInvitation, { restaurant: { name: 'Берёзка' }, expires_at: at(-7, '12:00') }),
  answer(sendOtp, codeSent),
  answer(checkOtp, { valid: true }),
]

async function introduce(page: Page) {
  await fill(page, 'Имя', 'Ольга Белова')
  await askForCode(page)
}

async function proveInvited(page: Page) {
  await fill(page, 'Имя', 'Ольга Белова')
  await proveByCode(page)
}

const invitation = screensOf('/i/:code', 'invitation', [
  { state: 'loaded', address, person: null, answers: invited, shows: 'Вас приглашает ресторан' },
  {
    state: 'errors',
    address,
    person: null,
    answers: invited,
    steps: (page) => press(page, 'Получить код'),
    shows: 'Введите имя',
  },
  { state: 'code', address, person: null, answers: invited, steps: introduce, shows: /^Код отправлен на/ },
  { state: 'account', address, person: null, answers: invited, steps: proveInvited, shows: 'Шаг 3 из 3' },
  {
    state: 'account-errors',
    address,
    person: null,
    answers: invited,
    steps: async (page) => {
      await proveInvited(page)
      await press(page, 'Зарегистрироваться')
      await page.getByText('Читать условия оферты').click()
    },
    shows: 'Без принятия оферты зарегистрироваться нельзя',
  },
  {
    state: 'registered',
    address,
    person: null,
    answers: [...invited, refuse(acceptInvitation, 409, { code: 'phone_registered' })],
    steps: async (page) => {
      await proveInvited(page)
      await fill(page, 'Пароль', 'another-Chaevye-2')
      await fill(page, 'Пароль ещё раз', 'another-Chaevye-2')
      await page.getByRole('checkbox', { name: 'Принимаю условия оферты' }).check()
      await page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check()
      await press(page, 'Зарегистрироваться')
    },
    shows: 'У вас уже есть аккаунт',
  },
  {
    state: 'gone',
    address,
    person: null,
    answers: [refuse(getInvitation, 410, { code: 'invitation_expired' })],
    shows: 'Приглашение не найдено или устарело',
  },
  {
    state: 'gone-signed-in',
    address,
    answers: [refuse(getInvitation, 410, { code: 'invitation_expired' })],
    shows: 'На главную',
  },
  { state: 'signed-in', address, answers: invited, shows: 'Вы вошли как Анна Смирнова' },
  {
    state: 'already',
    address,
    answers: [
      answer(getInvitation, { restaurant: { name: 'Берёзка' }, expires_at: at(-7, '12:00'), already_employed: true }),
    ],
    shows: 'Вы уже работаете в ресторане',
  },
  {
    state: 'loading',
    address,
    person: null,
    answers: [keepWaiting(getInvitation)],
    shows: (page) => page.locator('[data-skeleton]').first(),
  },
  {
    state: 'failed',
    address,
    person: null,
    answers: [failToLoad(getInvitation)],
    shows: 'Не удалось загрузить данные',
  },
])

export const entryScreens = [...loginScreens, ...recovery, ...invitation]
