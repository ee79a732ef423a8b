import { getTipsTrend } from '@portal/contracts/trend'
import { neverRespond, respond } from './api.ts'
import { vera } from './data/people.ts'
import { noTrend } from './data/trend.ts'
import { skeleton, toScreens } from './screen.ts'

export const trendScreens = toScreens('/trend', 'trend', [
  { state: 'loaded', shows: 'Отпуск на море', forcedColors: true },
  { state: 'table', address: '/trend?view=table&of=all', shows: 'Август', wide: [1280] },
  { state: 'empty', person: vera, responses: [respond(getTipsTrend, noTrend)], shows: 'Цели пока нет' },
  { state: 'loading', responses: [neverRespond(getTipsTrend)], shows: skeleton },
])
