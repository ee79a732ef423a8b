import type { Page } from '@playwright/test'
import { listColleagues } from '@portal/contracts/colleague'
import { createPayout } from '@portal/contracts/new-payout'
import { sendOtpToUser } from '@portal/contracts/otp'
import { getPayout } from '@portal/contracts/payout'
import { getTransferLimits } from '@portal/contracts/payout-method'
import { at } from '@portal/platform/dev/examples/now'
import { codeSent, rejectedTransfer, transfer, transferInReview } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { colleagues, newColleague } from '@portal/platform/dev/examples/users'
import { withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

/** Colleagues with the same name, one of them with a photo. */
const namesakes = [
  newColleague('Мария Котова', '12', { roles: ['role_waiter'] }),
  newColleague('Мария Котова', '67', { roles: ['role_waiter'], photo_url: '/uploads/photo.png' }),
]

const limits = respond(getTransferLimits, { max: 75_000, day_limit_left: 150_000 })

const loaded = [
  limits,
  respond(listColleagues, { items: colleagues }),
  respond(sendOtpToUser, codeSent),
  respond(createPayout, transfer),
  respond(getPayout, transfer),
]

async function fill(page: Page) {
  await page.getByLabel('Кому').click()
  await page.getByRole('option', { name: 'Борис Ким' }).click()
  await page.getByLabel('Сумма').fill('2340')
  await page.getByLabel('Комментарий').fill('За субботу, спасибо за помощь')
}

async function chooseNamesake(page: Page) {
  await page.getByLabel('Кому').click()
  await page.getByPlaceholder('Поиск...').fill('67')
  await page.getByRole('option', { name: 'Мария Котова' }).click()
  await page.getByLabel('Сумма').fill('2340')
}

const tooLong = 'Спасибо за субботу и за то, что осталась до закрытия, хотя смена была не твоя. '.repeat(2)

async function confirm(page: Page) {
  await fill(page)
  await page.getByRole('button', { name: 'Перевести', exact: true }).click()
}

async function requestCode(page: Page) {
  await confirm(page)
  await page.getByRole('button', { name: 'Получить код' }).click()
}

async function send(page: Page) {
  await requestCode(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Перевести/ })
    .click()
}

export const transferScreens = toScreens('/transfer', 'transfer', [
  { state: 'loaded', responses: loaded, shows: 'Доступно к переводу' },
  {
    state: 'recipient',
    responses: loaded,
    steps: (page) => page.getByLabel('Кому').click(),
    shows: (page) => page.getByRole('option', { name: 'Ильдар Сафин' }),
    wide: [1280],
  },
  {
    state: 'nobody-found',
    responses: loaded,
    steps: async (page) => {
      await page.getByLabel('Кому').click()
      await page.getByPlaceholder('Поиск...').fill('яков')
    },
    shows: 'Не найдено',
  },
  { state: 'filled', responses: loaded, steps: fill, shows: 'Дальше — проверьте сумму и подтвердите' },
  {
    state: 'too-much',
    responses: loaded,
    steps: (page) => page.getByLabel('Сумма').fill('20000'),
    shows: /^На балансе только/,
  },
  {
    state: 'lowered-limit',
    responses: [
      ...loaded,
      respond(getTransferLimits, {
        max: 10_000,
        day_limit_left: 6_000,
        lowered: { reason: 'недавно восстановлен пароль', until: at(-1, '14:05') },
      }),
    ],
    shows: /не больше 10\s000\s₽:/,
    wide: [1280],
  },
  {
    state: 'namesakes',
    responses: [...loaded, respond(listColleagues, { items: [...colleagues, ...namesakes] })],
    steps: async (page) => {
      await page.getByLabel('Кому').click()
      await page.getByPlaceholder('Поиск...').fill('мария')
    },
    shows: (page) => page.getByRole('option', { name: /67$/ }),
  },
  {
    state: 'namesake-confirm',
    responses: [...loaded, respond(listColleagues, { items: namesakes })],
    steps: async (page) => {
      await chooseNamesake(page)
      await page.getByRole('button', { name: 'Перевести', exact: true }).click()
    },
    shows: 'Пришлём код по СМС',
    wide: [1280],
  },
  {
    state: 'comment-too-long',
    responses: loaded,
    steps: async (page) => {
      await fill(page)
      await page.getByLabel('Комментарий').fill(tooLong)
    },
    shows: /^Комментарий — не более 100\sсимволов$/,
  },
  { state: 'confirm', responses: loaded, steps: confirm, shows: 'Пришлём код по СМС' },
  { state: 'code', responses: loaded, steps: requestCode, shows: /^Код отправлен на/ },
  {
    state: 'confirm-by-passkey',
    responses: [...loaded, ...withPasskeys],
    steps: confirm,
    shows: 'Подтвердить ключом доступа',
  },
  {
    state: 'confirm-again',
    responses: [...loaded, respondWithError(createPayout, 422, { code: 'confirm_again' })],
    steps: send,
    shows: /^Перевод не похож на ваши обычные/,
  },
  {
    state: 'in-review',
    responses: [...loaded, respond(createPayout, transferInReview), respond(getPayout, transferInReview)],
    steps: send,
    shows: 'Ждём решения поддержки',
    wide: [768, 1280],
  },
  {
    state: 'rejected',
    responses: [...loaded, respond(createPayout, transferInReview), respond(getPayout, rejectedTransfer)],
    steps: send,
    shows: 'Перевод не прошёл проверку.',
  },
  { state: 'sent', responses: loaded, steps: send, shows: 'Деньги уже на балансе получателя.' },
  {
    state: 'empty',
    responses: [limits, respond(listColleagues, { items: [] })],
    shows: 'Нет сотрудников для перевода',
  },
  { state: 'loading', responses: [limits, neverRespond(listColleagues)], shows: skeleton },
  { state: 'failed', responses: [limits, failToLoad(listColleagues)], shows: 'Не удалось загрузить данные' },
])
