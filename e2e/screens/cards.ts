import type { Page } from '@playwright/test'
import { addCard, getCard } from '@portal/contracts/bank-card'
import { sendOtpToUser } from '@portal/contracts/otp'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { storeCardNumber } from '@portal/contracts/vault'
import { mastercard, mir, payoutTerms, sbpPhone, visa } from '@portal/platform/dev/examples/methods'
import { at } from '@portal/platform/dev/examples/now'
import { codeSent } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { anna } from '@portal/platform/dev/examples/users'
import type { CardFormState } from '@portal/shared/page-protocol'
import { withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

const stored = respond(storeCardNumber, { card_token: 'card_token', mask: '2200 •••• •••• 9019', network: 'mir' })
const methods = respond(listPayoutMethods, { items: [mir] })
const terms = respond(listPayoutTerms, { items: payoutTerms })
const accepting = [terms, methods, stored, respond(sendOtpToUser, codeSent)]

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Продолжить' }).click()
}

async function fill(page: Page) {
  await page.getByLabel('Номер карты').fill('2200123456789019')
  await submit(page)
}

async function add(page: Page) {
  await fill(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
}

const cardForm = { provider: 'yookassa', account: '504001' } as const
const ofProvider = respond(listPayoutTerms, {
  items: payoutTerms.map((each) => (each.type === 'card' ? { ...each, card_form: cardForm } : each)),
})
/** What the document of the provider's form hands over. */
const read = JSON.stringify({
  userId: anna.account.id,
  account: cardForm.account,
  restId: anna.workplaces[0]?.employee.restaurant.id ?? '',
  label: 'Зарплатная',
  card: { token: 'pt-1', first6: '220012', last4: '9019', issuer: '' },
} satisfies CardFormState)

const newCard = toScreens('/settings/cards/add', 'new-card', [
  { state: 'loaded', responses: [terms, methods], shows: 'Номер карты' },
  {
    state: 'errors',
    responses: [terms, methods],
    steps: async (page) => {
      await page.getByLabel('Номер карты').fill('2200123456789018')
      await submit(page)
    },
    shows: 'Проверьте номер карты',
  },
  { state: 'passkey', responses: [...accepting, ...withPasskeys], steps: fill, shows: 'Подтвердить ключом доступа' },
  { state: 'code', responses: accepting, steps: fill, shows: /^Код отправлен на/, wide: [1280] },
  {
    state: 'refused',
    responses: [
      ...accepting,
      respondWithError(addCard, 409, { code: 'card_exists', errors: { card_token: ['card_exists'] } }),
    ],
    steps: add,
    shows: 'Эта карта уже добавлена',
  },
  { state: 'loading', responses: [terms, neverRespond(listPayoutMethods)], shows: skeleton },
  { state: 'of-provider', responses: [ofProvider, methods], shows: 'Ввести номер карты', wide: [1280] },
  {
    state: 'of-provider-read',
    responses: [ofProvider, methods],
    prepare: (page) => page.addInitScript((state) => sessionStorage.setItem('chaevye:card-form', state), read),
    shows: 'Другая карта',
    wide: [1280],
  },
])

const several = respond(listPayoutMethods, { items: [mir, mastercard, sbpPhone, visa] })
const askToDelete = (page: Page) => page.getByRole('button', { name: 'Удалить карту' }).click()

const card = toScreens('/settings/cards/:id/edit', 'card', [
  {
    state: 'loaded',
    address: '/settings/cards/mir/edit',
    responses: [respond(getCard, mir), several],
    shows: 'Сохранить',
  },
  {
    state: 'not-default',
    address: '/settings/cards/mastercard/edit',
    responses: [respond(getCard, mastercard), several],
    shows: 'Сделать основным способом вывода',
  },
  {
    state: 'delete',
    address: '/settings/cards/mastercard/edit',
    responses: [respond(getCard, mastercard), several],
    steps: askToDelete,
    shows: 'Оставить',
    wide: [1280],
  },
  {
    state: 'delete-default',
    address: '/settings/cards/mir/edit',
    responses: [respond(getCard, mir), several],
    steps: askToDelete,
    shows: 'Какой способ будет основным?',
    wide: [1280],
  },
  {
    state: 'delete-default-errors',
    address: '/settings/cards/mir/edit',
    responses: [respond(getCard, mir), several],
    steps: async (page) => {
      await askToDelete(page)
      await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    },
    shows: 'Выберите, какой способ будет основным',
  },
  {
    state: 'blocked',
    address: '/settings/cards/visa/edit',
    responses: [respond(getCard, { ...visa, is_default: false }), several],
    shows: 'Не работает',
  },
  {
    state: 'delete-only',
    address: '/settings/cards/mir/edit',
    responses: [respond(getCard, mir), methods],
    steps: askToDelete,
    shows: /будет некуда/,
  },
  {
    state: 'not-found',
    address: '/settings/cards/none/edit',
    responses: [respondWithError(getCard, 404, { code: 'not_found' })],
    shows: 'Карта не найдена',
  },
  { state: 'loading', address: '/settings/cards/mir/edit', responses: [neverRespond(getCard)], shows: skeleton },
  {
    state: 'failed',
    address: '/settings/cards/mir/edit',
    responses: [failToLoad(getCard)],
    shows: 'Не удалось загрузить данные',
  },
])

const form = toScreens('/cards/card-form', 'card-form', [
  { state: 'loaded', user: null, shows: 'Карта для вывода чаевых' },
  { state: 'errors', user: null, steps: submit, shows: 'Введите номер карты' },
  { state: 'stored', user: null, responses: [stored], steps: fill, shows: '2200 •••• •••• 9019' },
])

export const cardScreens = [...newCard, ...card, ...form]

const newPhone = { binding_id: sbpPhone.id, max: 10_000, day_limit_left: 10_000, reason: '', until: at(-1, '20:12') }
const coolingTerms = respond(listPayoutTerms, {
  items: payoutTerms.map((each) => (each.type === 'sbp' ? { ...each, new_bindings: [newPhone] } : each)),
})

export const methodsScreens = toScreens('/settings/payout-methods', 'methods', [
  { state: 'loaded', responses: [several, coolingTerms], shows: 'Без комиссии' },
  { state: 'empty', responses: [respond(listPayoutMethods, { items: [] })], shows: 'Способов вывода пока нет' },
  { state: 'loading', responses: [neverRespond(listPayoutMethods)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listPayoutMethods)], shows: 'Не удалось загрузить данные' },
])
