import type { Page } from '@playwright/test'
import { listColleagues } from '@portal/shared/contracts/employee'
import { sendOtpToUser } from '@portal/shared/contracts/otp'
import { createPayout, getPayout } from '@portal/shared/contracts/payout'
import { answer, failToLoad, keepWaiting } from './api.ts'
import { codeSent, transfer } from './data/payouts.ts'
import { screensOf, skeleton } from './screen.ts'

const colleagues = ['Борис Ким', 'Вера Новикова', 'Дмитрий Орлов', 'Екатерина Лебедева', 'Ильдар Сафин'].map(
  (name, index) => ({ id: `colleague-${index}`, name, photo_url: null }),
)

const loaded = [
  answer(listColleagues, { items: colleagues }),
  answer(sendOtpToUser, codeSent),
  answer(createPayout, transfer),
  answer(getPayout, transfer),
]

async function fill(page: Page) {
  await page.getByLabel('Кому').click()
  await page.getByRole('option', { name: 'Борис Ким' }).click()
  await page.getByLabel('Сумма').fill('2340')
  await page.getByLabel('Комментарий').fill('За субботу, спасибо за помощь')
}

async function confirm(page: Page) {
  await fill(page)
  await page.getByRole('button', { name: 'Перевести', exact: true }).click()
}

async function askForCode(page: Page) {
  await confirm(page)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
}

async function send(page: Page) {
  await askForCode(page)
  await page.getByLabel('Код из СМС').fill('123456')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Перевести/ })
    .click()
}

export const transferScreens = screensOf('/transfer', 'transfer', [
  { state: 'loaded', answers: loaded, shows: 'Доступно к переводу' },
  {
    state: 'recipient',
    answers: loaded,
    steps: (page) => page.getByLabel('Кому').click(),
    shows: (page) => page.getByRole('option', { name: 'Ильдар Сафин' }),
    wide: [1280],
  },
  {
    state: 'nobody-found',
    answers: loaded,
    steps: async (page) => {
      await page.getByLabel('Кому').click()
      await page.getByPlaceholder('Поиск...').fill('яков')
    },
    shows: 'Не найдено',
  },
  { state: 'filled', answers: loaded, steps: fill, shows: 'Дальше — проверка и код из СМС' },
  {
    state: 'too-much',
    answers: loaded,
    steps: (page) => page.getByLabel('Сумма').fill('20000'),
    shows: /^Недостаточно средств/,
  },
  { state: 'confirm', answers: loaded, steps: confirm, shows: 'Пришлём код по СМС' },
  { state: 'code', answers: loaded, steps: askForCode, shows: /^Код отправлен на/ },
  { state: 'sent', answers: loaded, steps: send, shows: 'Деньги уже на балансе получателя.' },
  { state: 'empty', answers: [answer(listColleagues, { items: [] })], shows: 'Нет сотрудников для перевода' },
  { state: 'loading', answers: [keepWaiting(listColleagues)], shows: skeleton },
  { state: 'failed', answers: [failToLoad(listColleagues)], shows: 'Не удалось загрузить данные' },
])
