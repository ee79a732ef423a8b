import { expect, type Page } from '@playwright/test'
import { checkOtp, sendOtp, sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys, startPasskeyRegistration } from '@portal/contracts/passkey'
import { changePassword, changePhone, getPhoneChange } from '@portal/contracts/password'
import { getProfile } from '@portal/contracts/profile'
import { listSessions, type UserSession } from '@portal/contracts/user-session'
import { creationOptions } from '@portal/shared/testing/passkey-device'
import { failToLoad, neverRespond, respond, respondWithError } from './api.ts'
import { at } from './data/now.ts'
import { withPasskeys } from './data/passkeys.ts'
import { codeSent } from './data/payouts.ts'
import { profile } from './data/profile.ts'
import { screensOf, skeleton } from './screen.ts'

const settings = screensOf('/settings', 'settings', [{ state: 'loaded', shows: 'Активные сеансы', forcedColors: true }])

const phonePage = [
  respond(getProfile, profile),
  respond(sendOtp, { ...codeSent, phone_masked: '+7 (999) •••-••-67' }),
  respond(checkOtp, { valid: true }),
  respond(sendOtpToUser, codeSent),
  respond(getPhoneChange, { pending: null }),
  respond(changePhone, { phone_masked: '+7 (999) •••-••-67' }),
]

async function requestCode(page: Page) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByLabel('Новый телефон').fill('9991234567')
  await page.getByRole('button', { name: 'Получить код' }).click()
}

async function typeNewCode(page: Page) {
  await requestCode(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('heading', { name: 'Код с прежнего номера' }).waitFor()
}

const pending = { phone_masked: '+7 (999) •••-••-67', takes_effect_at: at(-1, '14:05') }

const phone = screensOf('/settings/phone', 'phone', [
  { state: 'loaded', responses: phonePage, shows: 'Новый телефон' },
  {
    state: 'errors',
    responses: phonePage,
    steps: (page) => page.getByRole('button', { name: 'Получить код' }).click(),
    shows: 'Введите текущий пароль',
  },
  { state: 'code', responses: phonePage, steps: requestCode, shows: /^Код отправлен на/ },
  {
    state: 'old-phone-code',
    responses: phonePage,
    steps: typeNewCode,
    shows: 'Нет доступа к прежнему номеру',
    wide: [1280],
  },
  {
    state: 'by-passkey',
    responses: [...phonePage, ...withPasskeys],
    steps: async (page) => {
      await requestCode(page)
      await page.getByLabel('Код из СМС').fill('123456')
      await page.getByRole('button', { name: 'Продолжить' }).click()
    },
    shows: 'Подтвердить ключом доступа',
    wide: [768, 1280],
  },
  {
    state: 'without-old-phone',
    responses: phonePage,
    steps: async (page) => {
      await typeNewCode(page)
      await page.getByRole('button', { name: 'Нет доступа к прежнему номеру' }).click()
    },
    shows: 'Сменить через 24 часа',
    wide: [1280],
  },
  {
    state: 'pending',
    responses: [...phonePage, respond(getPhoneChange, { pending })],
    shows: 'Отменить смену номера',
    wide: [1280],
  },
  {
    state: 'changed',
    responses: phonePage,
    steps: async (page) => {
      await typeNewCode(page)
      await page.getByLabel('Код из СМС').fill('654321')
      await page.getByRole('button', { name: 'Сменить телефон' }).click()
    },
    shows: 'Номер изменён',
  },
  { state: 'loading', responses: [...phonePage, neverRespond(getProfile)], shows: skeleton },
  { state: 'failed', responses: [...phonePage, failToLoad(getProfile)], shows: 'Не удалось загрузить данные' },
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
    responses: [
      respondWithError(changePassword, 422, {
        code: 'wrong_password',
        errors: { current_password: ['wrong_password'] },
      }),
    ],
    steps: (page) => changeTo(page, 'another-Chaevye-2'),
    shows: 'Текущий пароль указан неверно',
  },
  {
    state: 'changed',
    responses: [respond(changePassword, undefined)],
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
  { state: 'loaded', responses: withPasskeys, shows: 'Рабочий ноутбук' },
  { state: 'empty', shows: 'Ключей доступа пока нет' },
  { state: 'unsupported', prepare: withoutSupport, shows: /^Этот браузер не поддерживает/ },
  { state: 'edit', responses: withPasskeys, steps: openPasskey, shows: 'Удалить ключ' },
  {
    state: 'delete',
    responses: withPasskeys,
    steps: async (page) => {
      await openPasskey(page)
      await page.getByRole('button', { name: 'Удалить ключ' }).click()
    },
    shows: 'Текущий пароль',
  },
  { state: 'loading', responses: [neverRespond(listPasskeys)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listPasskeys)], shows: 'Не удалось загрузить данные' },
])

const addingPasskey = [respond(sendOtpToUser, codeSent), respond(startPasskeyRegistration, creationOptions)]

async function requestPasskeyCode(page: Page) {
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
  { state: 'code', responses: addingPasskey, steps: requestPasskeyCode, shows: /^Код отправлен на/ },
  {
    state: 'device',
    responses: addingPasskey,
    steps: async (page) => {
      await requestPasskeyCode(page)
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
  { state: 'loaded', responses: [respond(listSessions, { items: [here, ...elsewhere] })], shows: 'Этот сеанс' },
  { state: 'one', responses: [respond(listSessions, { items: [here] })], shows: 'Этот сеанс' },
  { state: 'loading', responses: [neverRespond(listSessions)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listSessions)], shows: 'Не удалось загрузить данные' },
])

export const accountScreens = [...settings, ...phone, ...password, ...sessions, ...passkeys, ...addPasskey]
