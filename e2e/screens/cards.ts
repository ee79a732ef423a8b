import type { Page } from '@playwright/test'
import { addCard, getCard } from '@portal/shared/contracts/bank-card'
import { sendOtpToUser } from '@portal/shared/contracts/otp'
import { listPayoutBindings } from '@portal/shared/contracts/payout-method'
import { storeCardNumber } from '@portal/shared/contracts/vault'
import { answer, failToLoad, keepWaiting, refuse } from './api.ts'
import { mastercard, mir, sbpPhone, visa } from './data/methods.ts'
import { withPasskeys } from './data/passkeys.ts'
import { codeSent } from './data/payouts.ts'
import { screensOf, skeleton } from './screen.ts'

const stored = answer(storeCardNumber, { card_token: 'card_token', mask: '2200 •••• •••• 9019', network: 'mir' })
const methods = answer(listPayoutBindings, { items: [mir] })
const accepting = [methods, stored, answer(sendOtpToUser, codeSent)]

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

const newCard = screensOf('/settings/cards/add', 'new-card', [
  { state: 'loaded', answers: [methods], shows: 'Номер карты' },
  {
    state: 'errors',
    answers: [methods],
    steps: async (page) => {
      await page.getByLabel('Номер карты').fill('2200123456789018')
      await submit(page)
    },
    shows: 'Проверьте номер карты',
  },
  { state: 'passkey', answers: [...accepting, ...withPasskeys], steps: fill, shows: 'Подтвердить ключом доступа' },
  { state: 'code', answers: accepting, steps: fill, shows: /^Код отправлен на/, wide: [1280] },
  {
    state: 'refused',
    answers: [...accepting, refuse(addCard, 409, { code: 'card_exists', errors: { card_token: ['card_exists'] } })],
    steps: add,
    shows: 'Эта карта уже добавлена',
  },
  { state: 'loading', answers: [keepWaiting(listPayoutBindings)], shows: skeleton },
])

const several = answer(listPayoutBindings, { items: [mir, mastercard, sbpPhone, visa] })
const askToDelete = (page: Page) => page.getByRole('button', { name: 'Удалить карту' }).click()

const card = screensOf('/settings/cards/:id/edit', 'card', [
  { state: 'loaded', address: '/settings/cards/mir/edit', answers: [answer(getCard, mir)], shows: 'Сохранить' },
  {
    state: 'not-default',
    address: '/settings/cards/mastercard/edit',
    answers: [answer(getCard, mastercard)],
    shows: 'Сделать основным способом вывода',
  },
  {
    state: 'delete',
    address: '/settings/cards/mastercard/edit',
    answers: [answer(getCard, mastercard), several],
    steps: askToDelete,
    shows: 'Оставить',
    wide: [1280],
  },
  {
    state: 'delete-default',
    address: '/settings/cards/mir/edit',
    answers: [answer(getCard, mir), several],
    steps: askToDelete,
    shows: 'Какой способ будет основным?',
    wide: [1280],
  },
  {
    state: 'delete-default-errors',
    address: '/settings/cards/mir/edit',
    answers: [answer(getCard, mir), several],
    steps: async (page) => {
      await askToDelete(page)
      await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    },
    shows: 'Выберите, какой способ будет основным',
  },
  {
    state: 'blocked',
    address: '/settings/cards/visa/edit',
    answers: [answer(getCard, { ...visa, is_default: false })],
    shows: 'Заблокирован',
  },
  {
    state: 'not-found',
    address: '/settings/cards/none/edit',
    answers: [refuse(getCard, 404, { code: 'not_found' })],
    shows: 'Карта не найдена',
  },
  { state: 'loading', address: '/settings/cards/mir/edit', answers: [keepWaiting(getCard)], shows: skeleton },
  {
    state: 'failed',
    address: '/settings/cards/mir/edit',
    answers: [failToLoad(getCard)],
    shows: 'Не удалось загрузить данные',
  },
])

const form = screensOf('/cards/card-form', 'card-form', [
  { state: 'loaded', person: null, shows: 'Карта для выплат' },
  { state: 'errors', person: null, steps: submit, shows: /обязательное поле/ },
  { state: 'stored', person: null, answers: [stored], steps: fill, shows: '2200 •••• •••• 9019' },
])

export const cardScreens = [...newCard, ...card, ...form]
