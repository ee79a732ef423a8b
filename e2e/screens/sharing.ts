import type { Page } from '@playwright/test'
import { listColleagues } from '@portal/contracts/colleague'
import { createPayout } from '@portal/contracts/new-payout'
import { getPayout } from '@portal/contracts/payout'
import { getSharingTemplate } from '@portal/contracts/sharing'
import { sharingPage } from '@portal/platform/dev/examples/page-responses'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { sharedPayoutInReview, template } from '@portal/platform/dev/examples/sharings'
import { colleagues } from '@portal/platform/dev/examples/users'
import { skeleton, toScreens } from './screen.ts'

const usual = [...sharingPage, respond(getSharingTemplate, { template })]

async function chooseAll(page: Page) {
  await page.getByLabel('Сумма').fill('1000')
  await page.getByRole('button', { name: 'Выбрать всех' }).click()
}

async function byHours(page: Page) {
  await chooseAll(page)
  await page.getByText('Часы', { exact: true }).click()
  for (const [index, { name }] of colleagues.entries())
    await page.getByLabel(`Часы: ${name}`).fill(['8', '7,5', '12', '4,5', '8'][index] ?? '')
}

async function byPercent(page: Page) {
  await chooseAll(page)
  await page.getByText('Проценты', { exact: true }).click()
  for (const [index, { name }] of colleagues.entries())
    await page.getByLabel(`Проценты: ${name}`).fill(['30', '20', '20', '15', '5'][index] ?? '')
}

async function confirm(page: Page) {
  await byHours(page)
  await page.getByRole('button', { name: 'Разделить', exact: true }).click()
}

async function send(page: Page) {
  await confirm(page)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill('123456')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Разделить/ })
    .click()
}

export const sharingScreens = toScreens('/transfer/team', 'sharing', [
  { state: 'loaded', responses: usual, shows: /^Как обычно/ },
  { state: 'equally', responses: sharingPage, steps: chooseAll, shows: 'Дальше — проверьте сумму и подтвердите' },
  { state: 'by-hours', responses: sharingPage, steps: byHours, shows: 'Дальше — проверьте сумму и подтвердите' },
  { state: 'by-percent', responses: sharingPage, steps: byPercent, shows: /^Осталось разделить 10/ },
  {
    state: 'someone-left',
    responses: [...usual, respond(listColleagues, { items: colleagues.slice(0, 3) })],
    shows: /^Больше не в команде/,
    wide: [1280],
  },
  { state: 'confirm', responses: sharingPage, steps: confirm, shows: 'Пришлём код по СМС' },
  {
    state: 'dismissed',
    responses: [...sharingPage, respondWithError(createPayout, 404, { code: 'not_found' })],
    steps: send,
    shows: /^Кто-то из выбранных больше не работает/,
    wide: [1280],
  },
  { state: 'sent', responses: sharingPage, steps: send, shows: 'Деньги уже на балансе получателей.' },
  {
    state: 'in-review',
    responses: [...sharingPage, respond(createPayout, sharedPayoutInReview), respond(getPayout, sharedPayoutInReview)],
    steps: send,
    shows: 'Ждём решения поддержки',
    wide: [1280],
  },
  {
    state: 'details',
    responses: sharingPage,
    steps: (page) =>
      page
        .getByRole('button', { name: /^5\sсотрудникам/ })
        .first()
        .click(),
    shows: 'Повторить',
  },
  {
    state: 'empty',
    responses: [...sharingPage, respond(listColleagues, { items: colleagues.slice(0, 1) })],
    shows: 'Делить пока не с кем',
    wide: [1280],
  },
  { state: 'loading', responses: [...sharingPage, neverRespond(listColleagues)], shows: skeleton },
  { state: 'failed', responses: [...sharingPage, failToLoad(listColleagues)], shows: 'Не удалось загрузить данные' },
])
