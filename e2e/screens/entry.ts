import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { getAppLock, unlockByPin } from '@portal/contracts/app-lock'
import { acceptInvitation, getInvitation } from '@portal/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/contracts/otp'
import { requestPasswordReset, resetPassword } from '@portal/contracts/password'
import { login } from '@portal/contracts/session'
import { at } from '@portal/platform/dev/examples/now'
import { codeSent } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { press } from '../fixtures/steps.ts'
import { showSandboxBanner } from './sandbox-banner.ts'
import { toScreens } from './screen.ts'

const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)

async function signIn(page: Page) {
  await fill(page, 'Телефон', '9000000001')
  await fill(page, 'Пароль', 'not-the-password')
  await press(page, 'Войти')
}

const loginScreens = toScreens('/login', 'login', [
  { state: 'loaded', user: null, shows: 'Забыли пароль?', hasForcedColors: true },
  { state: 'errors', user: null, steps: (page) => press(page, 'Войти'), shows: 'Введите пароль' },
  {
    state: 'passkey-first',
    user: null,
    prepare: (page) => page.addInitScript(() => localStorage.setItem('chaevye:way-in', 'passkey')),
    shows: 'Войти по паролю',
  },
  { state: 'sandbox-bank', user: null, prepare: showSandboxBanner, shows: 'Тестовый банк', wide: [1280] },
  {
    state: 'refused',
    user: null,
    responses: [respondWithError(login, 401, { code: 'invalid_credentials' })],
    steps: signIn,
    shows: 'Неверный телефон или пароль',
  },
  {
    state: 'disabled',
    user: null,
    responses: [respondWithError(login, 403, { code: 'account_disabled' })],
    steps: signIn,
    shows: /^Аккаунт отключён/,
  },
])

const locked = respond(getAppLock, { digits: 4, after_minutes: 1, locked: true, has_passkeys: true })
const rejected = respondWithError(unlockByPin, 422, {
  code: 'pin_invalid',
  attempts_left: 2,
  errors: { pin: ['pin_invalid'] },
})

const unlock = toScreens('/unlock', 'unlock', [
  { state: 'loaded', responses: [locked], shows: 'Открыть ключом доступа' },
  {
    state: 'wrong',
    responses: [locked, rejected],
    steps: async (page) => {
      await fill(page, 'Код-пароль', '1357')
    },
    shows: /^Неверный код-пароль/,
  },
  { state: 'failed', responses: [failToLoad(getAppLock)], shows: 'Не удалось загрузить данные' },
])

const recovering = [
  respond(sendOtp, codeSent),
  respond(requestPasswordReset, { a: 'anna', b: 'token', expires_in: 600 }),
  respond(resetPassword, undefined),
]

async function requestCode(page: Page) {
  await fill(page, 'Телефон', '9000000001')
  await press(page, 'Получить код')
}

async function proveByCode(page: Page) {
  await requestCode(page)
  await fill(page, 'Код из СМС', '123456')
  await press(page, 'Продолжить')
}

async function setPassword(page: Page, value: string, repeat = value) {
  await proveByCode(page)
  await fill(page, 'Новый пароль', value)
  await fill(page, 'Новый пароль ещё раз', repeat)
  await press(page, 'Сменить пароль')
}

const recovery = toScreens('/password/recovery', 'recovery', [
  { state: 'loaded', user: null, shows: 'Шаг 1 из 3' },
  {
    state: 'weak',
    user: null,
    responses: [
      ...recovering,
      respondWithError(resetPassword, 422, { code: 'password_weak', errors: { password: ['password_common'] } }),
    ],
    steps: (page) => setPassword(page, 'qwerty123'),
    shows: /^Этот пароль слишком распространён/,
  },
  {
    state: 'errors',
    user: null,
    steps: (page) => press(page, 'Получить код'),
    shows: 'Введите номер телефона полностью',
  },
  {
    state: 'code',
    user: null,
    responses: recovering,
    steps: requestCode,
    shows: 'Если номер зарегистрирован, мы отправили код',
  },
  { state: 'password', user: null, responses: recovering, steps: proveByCode, shows: 'Шаг 3 из 3' },
  {
    state: 'password-errors',
    user: null,
    responses: recovering,
    steps: (page) => setPassword(page, 'short', 'other'),
    shows: 'Пароли не совпадают',
  },
  {
    state: 'changed',
    user: null,
    responses: recovering,
    steps: (page) => setPassword(page, 'another-Chaevye-2'),
    shows: 'Войдите с новым паролем.',
  },
])

const address = '/i/DEMO-BEREZKA'
const demoText = (name: string) => readFileSync(join(import.meta.dirname, '../../api/src/demo/texts', name), 'utf8')
const consents = {
  offer: { version: '2026-11-28 9f86d081', text: demoText('offer-2026-11-28.txt') },
  personal_data: { version: '2026-11-01 60303ae2', text: demoText('consent-2026-11-01.txt') },
}
const invited = [
  respond(getInvitation, { restaurant: { name: 'Берёзка' }, expires_at: at(-7, '12:00'), consents }),
  respond(sendOtp, codeSent),
  respond(checkOtp, { valid: true }),
]

async function introduce(page: Page) {
  await fill(page, 'Имя', 'Ольга Белова')
  await requestCode(page)
}

async function proveInvited(page: Page) {
  await fill(page, 'Имя', 'Ольга Белова')
  await proveByCode(page)
}

const invitation = toScreens('/i/:code', 'invitation', [
  { state: 'loaded', address, user: null, responses: invited, shows: 'Вас приглашает ресторан' },
  {
    state: 'errors',
    address,
    user: null,
    responses: invited,
    steps: (page) => press(page, 'Получить код'),
    shows: 'Введите имя',
  },
  { state: 'code', address, user: null, responses: invited, steps: introduce, shows: /^Код отправлен на/ },
  { state: 'account', address, user: null, responses: invited, steps: proveInvited, shows: 'Шаг 3 из 3' },
  {
    state: 'account-errors',
    address,
    user: null,
    responses: invited,
    steps: async (page) => {
      await proveInvited(page)
      await press(page, 'Зарегистрироваться')
      await page.getByText('Читать условия оферты').click()
    },
    shows: 'Чтобы зарегистрироваться, примите условия оферты',
  },
  {
    state: 'registered',
    address,
    user: null,
    responses: [...invited, respondWithError(acceptInvitation, 409, { code: 'phone_registered' })],
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
    user: null,
    responses: [respondWithError(getInvitation, 410, { code: 'invitation_expired' })],
    shows: 'Приглашение не найдено или устарело',
  },
  {
    state: 'gone-signed-in',
    address,
    responses: [respondWithError(getInvitation, 410, { code: 'invitation_expired' })],
    shows: 'На главную',
  },
  { state: 'signed-in', address, responses: invited, shows: 'Вы вошли как Анна Смирнова' },
  {
    state: 'already',
    address,
    responses: [
      respond(getInvitation, {
        restaurant: { name: 'Берёзка' },
        expires_at: at(-7, '12:00'),
        consents,
        already_employed: true,
      }),
    ],
    shows: 'Вы уже работаете в ресторане',
  },
  {
    state: 'loading',
    address,
    user: null,
    responses: [neverRespond(getInvitation)],
    shows: (page) => page.locator('[data-skeleton]').first(),
  },
  {
    state: 'failed',
    address,
    user: null,
    responses: [failToLoad(getInvitation)],
    shows: 'Не удалось загрузить данные',
  },
])

export const entryScreens = [...loginScreens, ...unlock, ...recovery, ...invitation]
