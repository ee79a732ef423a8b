import type { Page } from '@playwright/test'
import { checkOtp, sendOtp, sendOtpToUser } from '@portal/contracts/otp'
import { changePhone, getPhoneChange } from '@portal/contracts/password'
import { getProfile } from '@portal/contracts/profile'
import { at } from '@portal/platform/dev/examples/now'
import { codeSent } from '@portal/platform/dev/examples/payouts'
import { profile } from '@portal/platform/dev/examples/profile'
import { failToLoad, neverRespond, respond } from '@portal/platform/dev/examples/responses'
import { withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

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

export const phoneScreens = toScreens('/settings/phone', 'phone', [
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
    shows: 'Сменить через сутки',
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
