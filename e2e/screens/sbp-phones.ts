import type { Page } from '@playwright/test'
import { sendOtpToUser } from '@portal/contracts/otp'
import { listPayoutMethods } from '@portal/contracts/payout-method'
import { listSbpBanks } from '@portal/contracts/sbp'
import { addSbpPhone, getSbpPhone } from '@portal/contracts/sbp-phone'
import { mir, sbpBanks, sbpPhone } from '@portal/platform/dev/examples/methods'
import { codeSent } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

const banks = respond(listSbpBanks, { items: sbpBanks })
const open = [banks, respond(listPayoutMethods, { items: [mir] })]
const accepting = [...open, respond(sendOtpToUser, codeSent)]

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Продолжить' }).click()
}

async function fill(page: Page) {
  await page.getByRole('textbox', { name: 'Телефон' }).fill('9001234500')
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await page.getByRole('option', { name: 'Т-Банк' }).click()
  await submit(page)
}

async function add(page: Page) {
  await fill(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
}

const newPhone = toScreens('/settings/sbp-phones/add', 'new-sbp-phone', [
  { state: 'loaded', responses: open, shows: 'Мой номер' },
  { state: 'errors', responses: open, steps: submit, shows: 'Банк — обязательное поле' },
  {
    state: 'own-number',
    responses: open,
    steps: (page) => page.getByRole('button', { name: /^Мой номер/ }).click(),
    shows: 'Другой номер',
  },
  {
    state: 'bank',
    responses: open,
    steps: (page) => page.getByRole('combobox', { name: 'Банк' }).click(),
    shows: 'Популярные',
  },
  { state: 'code', responses: accepting, steps: fill, shows: /^Код отправлен на/ },
  {
    state: 'refused',
    responses: [
      ...accepting,
      respondWithError(addSbpPhone, 422, { code: 'sbp_not_connected', errors: { phone: ['sbp_not_connected'] } }),
    ],
    steps: add,
    shows: 'Номер не подключён к СБП в этом банке',
  },
  { state: 'loading', responses: [...open, neverRespond(listSbpBanks)], shows: skeleton },
])

async function changeBank(page: Page) {
  await page.getByRole('combobox', { name: 'Банк' }).click()
  await page.getByRole('option', { name: 'Сбербанк' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
}

const address = '/settings/sbp-phones/sbp/edit'

const phone = toScreens('/settings/sbp-phones/:id/edit', 'sbp-phone', [
  { state: 'loaded', address, responses: [...open, respond(getSbpPhone, sbpPhone)], shows: 'Сохранить' },
  {
    state: 'bank-code',
    address,
    responses: [
      banks,
      respond(getSbpPhone, sbpPhone),
      respond(sendOtpToUser, codeSent),
      respond(listPayoutMethods, { items: [mir] }),
    ],
    steps: changeBank,
    shows: /^Код отправлен на/,
    wide: [1280],
  },
  {
    state: 'bank-by-passkey',
    address,
    responses: [banks, respond(getSbpPhone, sbpPhone), respond(listPayoutMethods, { items: [mir] }), ...withPasskeys],
    steps: changeBank,
    shows: 'Подтвердить ключом доступа',
  },
  {
    state: 'delete',
    address,
    responses: [...open, respond(getSbpPhone, sbpPhone)],
    steps: (page) => page.getByRole('button', { name: 'Удалить телефон СБП' }).click(),
    shows: 'Оставить',
  },
  {
    state: 'not-found',
    address,
    responses: [banks, respondWithError(getSbpPhone, 404, { code: 'not_found' })],
    shows: 'Телефон СБП не найден',
  },
  { state: 'loading', address, responses: [banks, neverRespond(getSbpPhone)], shows: skeleton },
  { state: 'failed', address, responses: [banks, failToLoad(getSbpPhone)], shows: 'Не удалось загрузить данные' },
])

export const sbpPhoneScreens = [...newPhone, ...phone]
