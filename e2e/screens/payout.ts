import type { Page } from '@playwright/test'
import { createPayout } from '@portal/contracts/new-payout'
import { getPayout, listPayouts, type Payout } from '@portal/contracts/payout'
import { listPayoutMethods, listPayoutTerms, type PayoutTerms } from '@portal/contracts/payout-method'
import { mir, payoutTerms } from '@portal/platform/dev/examples/methods'
import { at } from '@portal/platform/dev/examples/now'
import { payoutPage } from '@portal/platform/dev/examples/page-responses'
import {
  declined,
  firstPage,
  history,
  inReview,
  processing,
  rejected,
  rejectedTransfer,
  succeeded,
  transferInReview,
} from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { anna } from '@portal/platform/dev/examples/users'
import { withdrawButton } from '../fixtures/steps.ts'
import { goOffline } from './api.ts'
import { signImmediately, withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

const unusual = respondWithError(createPayout, 422, { code: 'confirm_again' })

const created = (payout: Payout) => [...payoutPage, respond(createPayout, payout), respond(getPayout, payout)]

async function fill(page: Page, rubles: string) {
  await page.getByLabel('Сумма').fill(rubles)
}

async function confirm(page: Page) {
  await fill(page, '5000')
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
}

async function withdraw(page: Page) {
  await confirm(page)
  await typeCode(page)
}

async function typeCode(page: Page) {
  await page.getByLabel('Код из СМС').fill('123456')
  await withdrawButton(page).click()
}

/** Makes the chosen card one that was added a moment ago. */
function withNewCard(terms: PayoutTerms): PayoutTerms {
  const until = at(-1, '14:05')
  const card = { binding_id: mir.id, max: 10_000, day_limit_left: 10_000, reason: 'карта добавлена недавно', until }
  return terms.type === 'card' ? { ...terms, new_bindings: [card] } : terms
}

/** Makes the restaurant bear 40 % of the fee of cards. */
function withFeeShare(terms: PayoutTerms): PayoutTerms {
  return terms.type === 'card' ? { ...terms, fee: { percent: 0.9, fixed: 0, min: 9 }, whole_fee: terms.fee } : terms
}

export const payoutScreens = toScreens('/out', 'payout', [
  { state: 'loaded', responses: payoutPage, shows: 'История', wide: [768] },
  {
    state: 'filled',
    hasForcedColors: true,
    responses: payoutPage,
    steps: (page) => fill(page, '5000'),
    shows: /дальше\s— код/,
  },
  {
    state: 'fee-share',
    responses: [...payoutPage, respond(listPayoutTerms, { items: payoutTerms.map(withFeeShare) })],
    steps: (page) => fill(page, '5000'),
    shows: 'Ресторан платит',
    wide: [1280],
  },
  {
    state: 'over-limit',
    user: {
      ...anna,
      workplaces: anna.workplaces.map((workplace) => ({
        ...workplace,
        balance: { ...workplace.balance, balance: 120_000 },
      })),
    },
    responses: payoutPage,
    steps: (page) => page.getByText('Всё', { exact: true }).click(),
    shows: /^За раз можно вывести не больше/,
  },
  {
    state: 'new-card',
    responses: [...payoutPage, respond(listPayoutTerms, { items: payoutTerms.map(withNewCard) })],
    shows: /не больше 10\s000\s₽:/,
    wide: [1280],
  },
  {
    state: 'ways',
    responses: payoutPage,
    steps: (page) => page.getByLabel('Куда').click(),
    shows: (page) => page.getByRole('option', { name: /СБП/ }),
    wide: [1280],
  },
  {
    state: 'all-to-new-card',
    address: '/out?amount=all',
    responses: [...payoutPage, respond(listPayoutTerms, { items: payoutTerms.map(withNewCard) })],
    // The form behind the sheet explains it too, and the page is higher until the sheet is open.
    shows: (page) => page.getByRole('dialog').getByText(/^Пока можно вывести/),
  },
  {
    state: 'receipt',
    address: '/out?payout=succeeded',
    responses: created(succeeded),
    isPrinted: true,
    steps: (page) => page.getByRole('button', { name: 'Квитанция' }).click(),
    shows: (page) => page.getByRole('dialog').getByText('Квитанция'),
  },
  { state: 'too-much', responses: payoutPage, steps: (page) => fill(page, '20000'), shows: /^На балансе только/ },
  {
    state: 'confirm',
    address: '/out?amount=all',
    responses: payoutPage,
    shows: 'Пришлём код по СМС',
    wide: [1280],
    hasForcedColors: true,
  },
  {
    state: 'confirm-by-passkey',
    responses: [...payoutPage, ...withPasskeys],
    steps: confirm,
    shows: 'Подтвердить ключом доступа',
    wide: [1280],
  },
  { state: 'code', responses: payoutPage, steps: confirm, shows: /^Код отправлен на/, wide: [1280] },
  {
    state: 'wrong-code',
    responses: [...payoutPage, respondWithError(createPayout, 422, { code: 'otp_invalid', attempts_left: 2 })],
    steps: withdraw,
    shows: /^Неверный код/,
  },
  { state: 'sent', responses: created(processing), steps: withdraw, shows: 'Ждём ответа банка' },
  {
    state: 'in-review',
    responses: created(inReview),
    steps: withdraw,
    shows: 'Ждём решения поддержки',
    wide: [1280],
  },
  { state: 'succeeded', responses: created(succeeded), steps: withdraw, shows: 'Вывести ещё', wide: [1280] },
  { state: 'declined', responses: created(declined), steps: withdraw, shows: 'Карта недоступна, выберите другую' },
  {
    state: 'details',
    address: '/out?payout=succeeded',
    responses: created(succeeded),
    shows: 'Квитанция',
    wide: [1280],
  },
  {
    state: 'declined-details',
    address: '/out?payout=declined',
    responses: created(declined),
    shows: 'Квитанция',
  },
  {
    state: 'in-review-details',
    address: '/out?payout=in-review',
    responses: [...created(inReview), respond(listPayouts, firstPage([inReview, rejected, ...history]))],
    shows: 'Ждём решения поддержки',
    wide: [1280],
  },
  {
    state: 'transfer-in-review-details',
    address: '/out?payout=transfer-in-review',
    responses: [...created(transferInReview), respond(listPayouts, firstPage([transferInReview, rejectedTransfer]))],
    shows: 'Ждём решения поддержки',
  },
  {
    state: 'rejected-details',
    address: '/out?payout=rejected',
    responses: created(rejected),
    shows: 'Квитанция',
  },
  {
    state: 'confirm-again',
    responses: [...payoutPage, unusual],
    steps: withdraw,
    shows: /^Вывод не похож на ваши обычные/,
    wide: [768, 1280],
  },
  {
    state: 'confirm-again-by-passkey',
    responses: [...payoutPage, ...withPasskeys, unusual],
    steps: async (page) => {
      await confirm(page)
      await page.getByRole('button', { name: 'Получить код' }).click()
      await typeCode(page)
    },
    shows: 'Подтвердить ключом доступа',
  },
  {
    state: 'confirm-again-after-passkey',
    responses: [...payoutPage, ...withPasskeys, unusual],
    prepare: signImmediately,
    steps: async (page) => {
      await confirm(page)
      await page.getByRole('button', { name: 'Подтвердить ключом доступа' }).click()
    },
    shows: /Подтвердите ещё раз кодом из СМС/,
  },
  {
    state: 'confirm-again-without-phone',
    responses: [...payoutPage, ...withPasskeys, unusual],
    prepare: signImmediately,
    steps: async (page) => {
      await confirm(page)
      await page.getByRole('button', { name: 'Подтвердить ключом доступа' }).click()
      await page.getByRole('button', { name: 'Нет доступа к телефону' }).click()
    },
    shows: 'Отправить на проверку',
    wide: [1280],
  },
  {
    state: 'offline',
    responses: payoutPage,
    steps: async (page) => {
      await fill(page, '5000')
      await goOffline(page)
    },
    shows: 'Кнопка заработает, когда появится интернет',
  },
  {
    state: 'empty',
    responses: [...payoutPage, respond(listPayoutMethods, { items: [] }), respond(listPayouts, firstPage([]))],
    shows: 'Добавьте карту или телефон СБП',
  },
  {
    state: 'loading',
    responses: [...payoutPage, neverRespond(listPayoutTerms), neverRespond(listPayouts)],
    shows: skeleton,
  },
  {
    state: 'failed',
    responses: [failToLoad(listPayoutMethods), failToLoad(listPayoutTerms), failToLoad(listPayouts)],
    shows: 'Не удалось загрузить данные',
  },
])
