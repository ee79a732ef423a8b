import type { Page } from '@playwright/test'
import { getOverview } from '@portal/contracts/admin/overview'
import { decideAboutPayout, listPayoutRecords, showPayoutRecord } from '@portal/contracts/admin/payout'
import { listProposals } from '@portal/contracts/admin/proposal'
import { listReconciliationLines } from '@portal/contracts/admin/reconciliation'
import { changeRestaurant } from '@portal/contracts/admin/restaurant'
import { importTeam } from '@portal/contracts/admin/team-import'
import { getSessionBootstrap } from '@portal/contracts/session'
import { sessionBootstrap } from '@portal/platform/dev/examples/common-responses'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { vera } from '@portal/platform/dev/examples/users'
import { decision, importResults, operatorPage, overview, payout } from './data/operator.ts'
import { signImmediately } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

const press = (on: Page, name: string | RegExp) => on.getByRole('button', { name }).click()
const team = 'name;phone;external_id;manager\nАнна Смирнова;8 916 123-45-67;w-01;да\nБорис;12;w-02;\n'

async function checkTeam(on: Page) {
  await press(on, 'Загрузить команду')
  await on.getByLabel('Список команды').fill(team)
  await press(on, 'Проверить')
}

type States = Parameters<typeof toScreens>[2]

function screens(route: string, name: string, states: States, address = route) {
  return toScreens(
    route,
    `operator${name}`,
    states.map((state) => ({
      user: vera,
      address,
      ...state,
      responses: [...operatorPage, ...(state.responses ?? [])],
    })),
  )
}

export const operatorScreens = [
  ...screens('/operator', '', [
    { state: 'loaded', shows: 'Требует внимания', wide: [768] },
    {
      state: 'closed',
      responses: [listProposals, listPayoutRecords, listReconciliationLines, getOverview].map((endpoint) =>
        respondWithError(endpoint, 428, { code: 'passkey_required' }),
      ),
      shows: 'Подтвердить ключом',
    },
    {
      state: 'quiet',
      responses: [
        respond(listProposals, { items: [] }),
        respond(listPayoutRecords, { items: [] }),
        respond(listReconciliationLines, { items: [] }),
        respond(getOverview, { ...overview, checks: [] }),
      ],
      shows: 'Всё спокойно',
    },
    {
      state: 'proposal',
      steps: (on: Page) => on.getByText('Отпустить придержанный вывод или перевод').click(),
      shows: /^Сначала спросите/,
    },
    { state: 'loading', responses: [neverRespond(listPayoutRecords)], shows: skeleton },
    { state: 'failed', responses: [failToLoad(listPayoutRecords)], shows: 'Не удалось загрузить данные' },
    { state: 'refused', responses: [respond(getSessionBootstrap, sessionBootstrap(vera))], shows: 'Доступ запрещен' },
  ]),
  ...screens('/operator/restaurants', '-restaurants', [
    { state: 'loaded', shows: 'Старый мост' },
    { state: 'new', steps: (on: Page) => press(on, 'Добавить ресторан'), shows: 'Часовой пояс', wide: [1280] },
  ]),
  ...screens(
    '/operator/restaurants/:id',
    '-restaurant',
    [
      { state: 'loaded', shows: 'Роман Гусев', wide: [768] },
      { state: 'employee', steps: (on: Page) => on.getByText('Борис Ким').click(), shows: 'Открыть человека' },
      {
        state: 'default',
        steps: async (on: Page) => {
          await on.getByText('Борис Ким').click()
          await press(on, 'Назначить основным')
        },
        shows: 'Назначить основным?',
        wide: [1280],
      },
      {
        state: 'rejected-change',
        responses: [respondWithError(changeRestaurant, 422, { code: 'provider_not_configured' })],
        prepare: signImmediately,
        steps: async (on: Page) => {
          await press(on, 'Изменить')
          await on.getByLabel('Название').fill('Берёзовая роща')
          await press(on, 'Изменить «Берёзка»')
        },
        shows: /^Этого провайдера нет/,
      },
      {
        state: 'invite',
        steps: (on: Page) => press(on, 'Пригласить'),
        shows: 'Пригласить по телефону',
      },
      {
        state: 'import',
        responses: [respond(importTeam, { items: importResults })],
        steps: checkTeam,
        shows: 'Исправить список',
        wide: [1280],
      },
    ],
    '/operator/restaurants/berezka',
  ),
  ...screens('/operator/payouts', '-payouts', [
    { state: 'loaded', shows: 'Борис Ким' },
    { state: 'none', responses: [respond(listPayoutRecords, { items: [] })], shows: 'Все выводы идут вовремя' },
  ]),
  ...screens(
    '/operator/payouts/:id',
    '-payout',
    [
      { state: 'loaded', shows: 'Решить за банк' },
      {
        state: 'decide',
        steps: (on: Page) => press(on, 'Решить за банк'),
        shows: 'Что письменно ответил банк',
        wide: [1280],
      },
      {
        state: 'undecided',
        responses: [respondWithError(decideAboutPayout, 409, { code: 'bank_undecided' })],
        prepare: signImmediately,
        steps: async (on: Page) => {
          await press(on, 'Решить за банк')
          await on.getByText('Банк не отправил деньги').click()
          await on.getByLabel('Причина').fill('Письмо ЮKassa от 20.11, № 117')
          await press(on, /^Решить: /)
        },
        shows: /^Деньги у банка/,
      },
      {
        state: 'proposed',
        responses: [respond(showPayoutRecord, { ...payout, decision })],
        shows: 'Записать решение',
      },
      { state: 'held', address: '/operator/payouts/p2', shows: 'Отпустить' },
    ],
    '/operator/payouts/p1',
  ),
  ...screens('/operator/person', '-search', [
    { state: 'loaded', shows: 'Найти' },
    {
      state: 'nobody',
      steps: async (on: Page) => {
        await on.getByLabel('Телефон человека').fill('9161234567')
        await press(on, 'Найти')
      },
      shows: /^Нет человека/,
    },
  ]),
  ...screens(
    '/operator/person/:id',
    '-person',
    [
      { state: 'loaded', shows: 'Можно вывести', wide: [768] },
      { state: 'money', steps: (on: Page) => press(on, 'Показать движение денег'), shows: 'Скрыть движение денег' },
      { state: 'block', steps: (on: Page) => press(on, 'Закрыть доступ'), shows: 'Закрыть доступ?' },
    ],
    '/operator/person/u-02',
  ),
  ...screens('/operator/ledger', '-ledger', [
    { state: 'loaded', shows: 'Различия без решения' },
    {
      state: 'check',
      address: '/operator/ledger?view=ledger',
      steps: (on: Page) => press(on, 'Проверить'),
      shows: 'Всё сходится',
      wide: [1280],
    },
    { state: 'audit', address: '/operator/ledger?view=audit', shows: 'Сотрудник изменён', wide: [1280] },
  ]),
]
