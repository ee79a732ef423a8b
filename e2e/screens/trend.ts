import { getTipsTrend } from '@portal/contracts/trend'
import { neverRespond, respond } from './api.ts'
import { noTrend } from './data/trend.ts'
import { vera } from './data/users.ts'
import { skeleton, toScreens } from './screen.ts'

export const trendScreens = toScreens('/trend', 'trend', [
  { state: 'loaded', shows: 'Отпуск на море', hasForcedColors: true },
  { state: 'table', address: '/trend?view=table&of=all', shows: 'Август', wide: [1280] },
  { state: 'empty', user: vera, responses: [respond(getTipsTrend, noTrend)], shows: 'Цели пока нет' },
  { state: 'loading', responses: [neverRespond(getTipsTrend)], shows: skeleton },
])
