import { expect, type Page } from '@playwright/test'
import { checkOtp, sendOtp, sendOtpToUser } from '@portal/shared/contracts/otp'
import { listPasskeys, startPasskeyRegistration } from '@portal/shared/contracts/passkey'
import { changePassword, changePhone, getPhoneChange } from '@portal/shared/contracts/password'
import { getProfile } from '@portal/shared/contracts/profile'
import { listSessions, type UserSession } from '@portal/shared/contracts/user-session'
import { creationOptions } from '@portal/shared/testing/passkey-device'
import { answer, failToLoad, keepWaiting, refuse } from './api.ts'
import { at } from './data/now.ts'
import { withPasskeys } from './data/passkeys.ts'
import { codeSent } from './data/payouts.ts'
import { profile } from './data/profile.ts'
import { screensOf, skeleton } from './screen.ts'

const settings = screensOf('/settings', 'settings', [{ state: 'loaded', shows: 'Активные сеансы', forcedColors: true }])

const phonePage = [
  answer(getProfile, profile),
  answer(sendOtp, { ...codeSent, phone_masked: '+7 (999) •••-••-67' }),
  answer(checkOtp, { valid: true }),
  answer(sendOtpToUser, codeSent),
  answer(getPhoneChange, { pending: null }),
  answer(changePhone, { phone_masked: '+7 (999) •••-••-67' }),
]

async function askForCode(page: Page) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByLabel('Новый телефон').fill('9991234567')
  await page.getByRole('button', { name: 'Получить код' }).click()
}

async function typeNewCode(page: Page) {
  await askForCode(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('heading', { name: 'Код с прежнего номера' }).waitFor()
}

const pending = { phone_masked: '+7 (999) •••-••-67', takes_effect_at: at(-1, '14:05') }

const phone = screensOf('/settings/phone', 'phone', [
  { state: 'loaded', answers: phonePage, shows: 'Новый телефон' },
  {
    state: 'errors',
    answers: phonePage,
    steps: (page) => page.getByRole('button', { name: 'Получить код' }).click(),
    shows: 'Введите текущий пароль',
  },
  { state: 'code', answers: phonePage, steps: askForCode, shows: /^Код отправлен на/ },
  {
    state: 'old-phone-code',
    answers: phonePage,
    steps: typeNewCode,
    shows: 'Нет доступа к прежнему номеру',
    wide: [1280],
  },
  {
    state: 'by-passkey',
    answers: [...phonePage, ...withPasskeys],
    steps: async (page) => {
      await askForCode(page)
      await page.getByLabel('Код из СМС').fill('123456')
      await page.getByRole('button', { name: 'Продолжить' }).click()
    },
    shows: 'Подтвердить ключом доступа',
    wide: [768, 1280],
  },
  {
    state: 'without-old-phone',
    answers: phonePage,
    steps: async (page) => {
      await typeNewCode(page)
      await page.getByRole('button', { name: 'Нет доступа к прежнему номеру' }).click()
    },
    shows: 'Сменить через 24 часа',
    wide: [1280],
  },
  {
    state: 'pending',
    answers: [...phonePage, answer(getPhoneChange, { pending })],
    shows: 'Отменить смену номера',
    wide: [1280],
  },
  {
    state: 'changed',
    answers: phonePage,
    steps: async (page) => {
      await typeNewCode(page)
      await page.getByLabel('Код из СМС').fill('654321')
      await page.getByRole('button', { name: 'Сменить телефон' }).click()
    },
    shows: 'Номер изменён',
  },
  { state: 'loading', answers: [...phonePage, keepWaiting(getProfile)], shows: skeleton },
  { state: 'failed', answers: [...phonePage, failToLoad(getProfile)], shows: 'Не удалось загрузить данные' },
])

async function changeTo(page: Page, next: string, repeat = next) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByLabel('Новый пароль', { exact: true }).fill(next)
  await page.getByLabel('Новый пароль ещё раз').fill(repeat)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
}

const password = screensOf('/settings/password', 'password', [
  { state: 'loaded', shows: 'Новый пароль' },
  { state: 'errors', steps: (page) => changeTo(page, 'short', 'other'), shows: 'Пароли не совпадают' },
  {
    state: 'refused',
    answers: [
      refuse(changePassword, 422, { code: 'wrong_password', errors: { current_password: ['wrong_password'] } }),
    ],
    steps: (page) => changeTo(page, 'another-Chaevye-2'),
    shows: 'Текущий пароль указан неверно',
  },
  {
    state: 'changed',
    answers: [answer(changePassword, undefined)],
    steps: (page) => changeTo(page, 'another-Chaevye-2'),
    shows: 'Пароль изменён',
  },
])

async function openPasskey(page: Page) {
  await page.getByRole('button', { name: /^Android/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const withoutSupport = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))

const passkeys = screensOf('/settings/passkeys', 'passkeys', [
  { state: 'loaded', answers: withPasskeys, shows: 'Рабочий ноутбук' },
  { state: 'empty', shows: 'Ключей доступа пока нет' },
  { state: 'unsupported', prepare: withoutSupport, shows: /^Этот браузер не поддерживает/ },
  { state: 'edit', answers: withPasskeys, steps: openPasskey, shows: 'Удалить ключ' },
  {
    state: 'delete',
    answers: withPasskeys,
    steps: async (page) => {
      await openPasskey(page)
      await page.getByRole('button', { name: 'Удалить ключ' }).click()
    },
    shows: 'Текущий пароль',
  },
  { state: 'loading', answers: [keepWaiting(listPasskeys)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(listPasskeys)], shows: 'Не удалось загрузить данные' },
])

const addingPasskey = [answer(sendOtpToUser, codeSent), answer(startPasskeyRegistration, creationOptions)]

async function askForPasskeyCode(page: Page) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByRole('button', { name: 'Получить код' }).click()
}

const addPasskey = screensOf('/settings/passkeys/add', 'passkey-add', [
  { state: 'loaded', shows: 'Текущий пароль' },
  {
    state: 'errors',
    steps: (page) => page.getByRole('button', { name: 'Получить код' }).click(),
    shows: 'Введите текущий пароль',
  },
  { state: 'code', answers: addingPasskey, steps: askForPasskeyCode, shows: /^Код отправлен на/ },
  {
    state: 'device',
    answers: addingPasskey,
    steps: async (page) => {
      await askForPasskeyCode(page)
      await page.getByLabel('Код из СМС').fill('123456')
      await page.getByRole('button', { name: 'Продолжить' }).click()
    },
    shows: /^Осталось подтвердить на устройстве/,
  },
  { state: 'unsupported', prepare: withoutSupport, shows: /^Этот браузер не поддерживает/ },
])

const here: UserSession = {
  id: 'here',
  current: true,
  browser: 'Chrome',
  device: 'Android',
  created_at: at(3, '09:10'),
  last_seen_at: at(0, '19:40'),
}
const elsewhere: UserSession[] = [
  { ...here, id: 'laptop', current: false, browser: 'Safari', device: 'Mac', last_seen_at: at(1, '23:05') },
  { ...here, id: 'unknown', current: false, browser: null, device: null, last_seen_at: at(2, '14:30') },
]

const sessions = screensOf('/settings/sessions', 'sessions', [
  { state: 'loaded', answers: [answer(listSessions, { items: [here, ...elsewhere] })], shows: 'Этот сеанс' },
  { state: 'one', answers: [answer(listSessions, { items: [here] })], shows: 'Этот сеанс' },
  { state: 'loading', answers: [keepWaiting(listSessions)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(listSessions)], shows: 'Не удалось загрузить данные' },
])

export const accountScreens = [...settings, ...phone, ...password, ...sessions, ...passkeys, ...addPasskey]
