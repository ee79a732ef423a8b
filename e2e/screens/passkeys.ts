import { expect, type Page } from '@playwright/test'
import { sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys, startPasskeyRegistration } from '@portal/contracts/passkey'
import { codeSent } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond } from '@portal/platform/dev/examples/responses'
import { creationOptions } from '@portal/shared/testing/passkey-device'
import { withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

async function openPasskey(page: Page) {
  await page.getByRole('button', { name: /^Android/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const withoutSupport = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))

const list = toScreens('/settings/passkeys', 'passkeys', [
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

const addingResponses = [respond(sendOtpToUser, codeSent), respond(startPasskeyRegistration, creationOptions)]

async function requestCode(page: Page) {
  await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
  await page.getByRole('button', { name: 'Получить код' }).click()
}

const adding = toScreens('/settings/passkeys/add', 'passkey-add', [
  { state: 'loaded', shows: 'Текущий пароль' },
  {
    state: 'errors',
    steps: (page) => page.getByRole('button', { name: 'Получить код' }).click(),
    shows: 'Введите текущий пароль',
  },
  { state: 'code', responses: addingResponses, steps: requestCode, shows: /^Код отправлен на/ },
  {
    state: 'device',
    responses: addingResponses,
    steps: async (page) => {
      await requestCode(page)
      await page.getByLabel('Код из СМС').fill('123456')
      await page.getByRole('button', { name: 'Продолжить' }).click()
    },
    shows: /^Осталось подтвердить на устройстве/,
  },
  { state: 'unsupported', prepare: withoutSupport, shows: /^Этот браузер не поддерживает/ },
])

export const passkeyScreens = [...list, ...adding]
