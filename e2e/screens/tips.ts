import { listOperations } from '@portal/contracts/operation'
import { listPayoutMethods } from '@portal/contracts/payout-method'
import { getTipsStats } from '@portal/contracts/tips'
import { getTipsTrend } from '@portal/contracts/trend'
import { failToLoad, neverRespond, respond } from './api.ts'
import { sbpPhone } from './data/methods.ts'
import { firstPage } from './data/operations.ts'
import { noTrend } from './data/trend.ts'
import { vera, veraLeft, veraOwes, veraWaits } from './data/users.ts'
import { withPermission } from './notifications.ts'
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
    responses: [respond(listOperations, firstPage([])), respond(listPayoutMethods, { items: [sbpPhone] })],
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

export const trendScreens = toScreens('/trend', 'trend', [
  { state: 'loaded', shows: 'Отпуск на море', hasForcedColors: true },
  { state: 'table', address: '/trend?view=table&of=all', shows: 'Август', wide: [1280] },
  { state: 'empty', user: vera, responses: [respond(getTipsTrend, noTrend)], shows: 'Цели пока нет' },
  { state: 'loading', responses: [neverRespond(getTipsTrend)], shows: skeleton },
])
