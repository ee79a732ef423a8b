import { listOperations } from '@portal/contracts/operation'
import { getPayout } from '@portal/contracts/payout'
import { birthday, chargeback, firstPage, foundPage, operations } from '@portal/platform/dev/examples/operations'
import { succeeded } from '@portal/platform/dev/examples/payouts'
import { failToLoad, neverRespond, respond } from '@portal/platform/dev/examples/responses'
import { skeleton, toScreens } from './screen.ts'

const none = [respond(listOperations, firstPage([]))]

export const operationsScreens = toScreens('/billing', 'operations', [
  { state: 'loaded', shows: 'Сегодня', wide: [768], hasForcedColors: true },
  { state: 'empty', responses: none, shows: 'Операций пока нет' },
  {
    state: 'nothing-found',
    address: '/billing?type=transfer&from=2026-11-01&to=2026-11-15',
    responses: none,
    shows: 'По фильтру ничего не найдено',
  },
  {
    state: 'tip',
    steps: (page) => page.getByRole('button', { name: /\+1\s200/ }).click(),
    shows: 'Номер операции',
    wide: [1280, 1600],
  },
  {
    state: 'payout',
    responses: [respond(getPayout, { ...succeeded, number: '104807' })],
    steps: (page) => page.getByRole('button', { name: /−5\s000/ }).click(),
    shows: 'Номер для банка',
    wide: [1280],
  },
  {
    state: 'chargeback',
    responses: [respond(listOperations, firstPage([chargeback, ...operations]))],
    steps: (page) => page.getByRole('button', { name: /−1\s200/ }).click(),
    shows: 'Номер операции',
    wide: [1280],
  },
  {
    state: 'period',
    hasForcedColors: true,
    steps: (page) => page.getByRole('button', { name: 'Период' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Показать', exact: true }),
  },
  {
    state: 'found',
    address: '/billing?q=1200',
    responses: [respond(listOperations, foundPage(birthday))],
    shows: /Найдено/,
    wide: [768],
  },
  {
    state: 'search',
    steps: (page) => page.getByRole('button', { name: 'Найти операцию' }).click(),
    shows: (page) => page.getByRole('searchbox'),
  },
  {
    state: 'documents',
    steps: (page) => page.getByRole('button', { name: 'Выписка и справка' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Скачать справку' }),
    wide: [1280],
  },
  { state: 'loading', responses: [neverRespond(listOperations)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(listOperations)], shows: 'Не удалось загрузить данные' },
])
