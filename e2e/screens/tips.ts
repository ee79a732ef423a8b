import type { Page } from '@playwright/test'
import { listOperations } from '@portal/contracts/operation'
import { listPayoutMethods } from '@portal/contracts/payout-method'
import { getPushSettings } from '@portal/contracts/push'
import { getTipsStats } from '@portal/contracts/tips'
import { getTipsTrend, saveDiaryDay } from '@portal/contracts/trend'
import { sbpPhone } from '@portal/platform/dev/examples/methods'
import { firstPage } from '@portal/platform/dev/examples/operations'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { noTrend, writtenTrend } from '@portal/platform/dev/examples/trend'
import { vera, veraLeft, veraOwes, veraWaits } from '@portal/platform/dev/examples/users'
import { off, withPermission } from './notifications.ts'
import { skeleton, toScreens } from './screen.ts'

export const tipsScreens = toScreens('/', 'tips', [
  { state: 'loaded', shows: 'Последние чаевые', wide: [768], hasForcedColors: true },
  { state: 'month', address: '/?period=month', shows: 'Последние чаевые' },
  {
    state: 'day-picked',
    steps: (page) => page.getByRole('slider', { name: 'День на графике' }).press('ArrowLeft'),
    shows: /неделей раньше/,
  },
  {
    state: 'period',
    steps: (page) => page.getByRole('button', { name: 'Свой период' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Показать', exact: true }),
    wide: [1280],
  },
  {
    state: 'hidden',
    steps: (page) => page.getByRole('button', { name: 'Скрыть суммы' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Показать суммы' }),
  },
  {
    state: 'empty',
    user: vera,
    responses: [
      respond(listOperations, firstPage([])),
      respond(listPayoutMethods, { items: [sbpPhone] }),
      respond(getPushSettings, off),
    ],
    prepare: async (page) => {
      await withPermission('default')(page)
      await page.addInitScript(() => Object.assign(window, { installPrompt: {} }))
    },
    shows: 'Значок на экран',
    wide: [768, 1280],
  },
  { state: 'pending', user: veraWaits, shows: 'Чаевые ещё зачисляются' },
  { state: 'former', user: veraLeft, shows: 'Вы здесь больше не работаете', wide: [1280] },
  { state: 'debt', user: veraOwes, shows: /погасят/, wide: [1280] },
  { state: 'loading', responses: [neverRespond(getTipsStats), neverRespond(listOperations)], shows: skeleton },
  {
    state: 'failed',
    responses: [failToLoad(getTipsStats), failToLoad(listOperations)],
    shows: 'Не удалось загрузить данные',
  },
])

const openDiary = (page: Page) => page.getByRole('button', { name: 'Записать день' }).click()

export const trendScreens = toScreens('/trend', 'trend', [
  { state: 'loaded', shows: 'Отпуск на море', hasForcedColors: true },
  { state: 'table', address: '/trend?view=table&of=all', shows: 'Август', wide: [1280] },
  {
    state: 'written',
    responses: [respond(getTipsTrend, writtenTrend)],
    shows: 'наличные, по вашим записям',
    wide: [768, 1280],
    hasForcedColors: true,
  },
  {
    state: 'written-table',
    address: '/trend?view=table',
    responses: [respond(getTipsTrend, writtenTrend)],
    shows: 'Август',
  },
  {
    state: 'diary',
    responses: [respond(getTipsTrend, writtenTrend)],
    steps: openDiary,
    shows: (page) => page.getByRole('combobox', { name: 'День' }),
    wide: [768, 1280],
  },
  {
    state: 'diary-failed',
    responses: [respondWithError(saveDiaryDay, 503, { code: 'unavailable' })],
    steps: async (page) => {
      await openDiary(page)
      await page.getByRole('textbox', { name: 'Часы' }).fill('8,25')
      await page.getByRole('button', { name: 'Сохранить' }).click()
    },
    shows: 'Портал временно не работает',
  },
  { state: 'empty', user: vera, responses: [respond(getTipsTrend, noTrend)], shows: 'Цели пока нет' },
  { state: 'loading', responses: [neverRespond(getTipsTrend)], shows: skeleton },
])
