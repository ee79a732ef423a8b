import type { Page } from '@playwright/test'
import { listPasskeys } from '@portal/contracts/passkey'
import {
  changeReleases,
  compareReleases,
  getReleaseGraph,
  getReleases,
  getRights,
  type ReleaseOverview,
  type ReleaseSummary,
} from '@portal/contracts/release'
import { getSessionBootstrap } from '@portal/contracts/session'
import { sessionBootstrap } from '@portal/platform/dev/examples/common-responses'
import { at } from '@portal/platform/dev/examples/now'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { vera } from '@portal/platform/dev/examples/users'
import { interceptReleases } from './api.ts'
import { signImmediately, withPasskeys } from './data/passkeys.ts'
import { skeleton, toScreens } from './screen.ts'

const release = (version: string, change: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  ...{ version, released_at: at(2, '14:20'), commit: '4186c5ef3a90b2d7', author: 'Анна Иванова' },
  ...{ job: 'https://ci.example/jobs/7', is_modified: false, reports: null },
  ...change,
})
/** Visits by hour, back from now: guests come at noon and in the evening. */
const visits = [6, 9, 10, 8, 6, 4, 4, 5, 7, 6, 3, 2, 1, 0, 0, 0, 0, 0, 0, 1, 2, 5, 7, 9]
const beginnings = visits.map((_, hours) => new Date(Date.parse(at(0, '19:00')) - hours * 3_600_000).toISOString())

/** `live`: for how many hours the release has been live. */
function reports(starts: number, failures: number, load_time: number, live = visits.length) {
  const sum = visits.slice(0, live).reduce((total, visit) => total + visit, 0)
  const hourlyShare = (total: number, hour: number) =>
    Math.round((total * (hour < live ? (visits[hour] ?? 0) : 0)) / sum)
  const hours = beginnings.map((at, hour) => ({
    ...{ at, starts: hourlyShare(starts, hour), failures: hourlyShare(failures, hour) },
  }))
  return { starts, failures, load_time, hours: hours.toReversed() }
}

const shell = {
  name: 'shell',
  current: release('8556c4b6d2f0', { reports: reports(18_420, 12, 410) }),
  history: [release('1c20d4aa97e3', { released_at: at(9, '11:05'), reports: reports(640, 1, 455) })],
  ...{ live_since: at(2, '14:20'), live_by: 'Глеб Орлов', canary: null, withdrawn: [] },
}
const tips = {
  name: 'mfe-tips',
  current: release('3f2a91c04be7', { reports: reports(16_310, 31, 620) }),
  canary: {
    ...release('b81d00c2a6f4', { released_at: at(0, '17:02'), reports: reports(1_744, 122, 1_240, 3) }),
    percent: 10,
  },
  history: [release('90ce51d07a1b', { released_at: at(6, '16:40'), reports: reports(210, 0, 600) })],
  ...{ live_since: at(3, '10:30'), live_by: 'Марина Лескова', withdrawn: [] },
}
const payouts = {
  name: 'mfe-payouts',
  current: release('77a0e3b1c5d9', { reports: reports(5_208, 4, 700) }),
  history: [
    release('5d11f02b8c64', { released_at: at(5, '09:15'), is_modified: true, job: null }),
    release('02bb7e91aa30', { released_at: at(20, '12:00'), commit: null, author: null, job: null }),
  ],
  withdrawn: [release('f00dfacec0de', { released_at: at(4, '18:30') })],
  ...{ live_since: at(4, '19:02'), live_by: 'Вера Новикова', canary: null },
}
const step = { name: 'mfe-payouts', version: '77a0e3b1c5d9', percent: null }
const overview: ReleaseOverview = {
  ...{ sequence: 41, can_change: true, has_reports: true, packages: [shell, payouts, tips] },
  log: [
    {
      ...{ sequence: 41, at: at(0, '17:02'), by: 'Марина Лескова' },
      steps: [{ name: 'mfe-tips', version: 'b81d00c2a6f4', kind: 'canary_started', percent: 10 }],
    },
    { sequence: 40, at: at(4, '19:02'), by: 'Вера Новикова', steps: [{ ...step, kind: 'rolled_back' }] },
    {
      ...{ sequence: 39, at: at(4, '18:30'), by: 'ci' },
      steps: [
        { ...step, version: 'f00dfacec0de', kind: 'released' },
        { ...step, name: 'shell', version: '8556c4b6d2f0', kind: 'released' },
      ],
    },
  ],
  rejected: [
    {
      ...{ at: at(1, '12:44'), by: 'ci', releases: [{ name: 'mfe-settings', version: 'aa10be22c3d4' }] },
      problems: [
        'mfe-settings aa10be22c3d4 uses what shell 8556c4b6d2f0 does not provide: Dialog of @portal/shared/ui/sheet',
        'mfe-settings aa10be22c3d4: its page /settings/cards weighs 14120 bytes, its budget is 12000',
      ],
    },
  ],
}

const comparison = {
  kinds: [
    { kind: 'script' as const, before: 38_400, after: 41_120 },
    { kind: 'style' as const, before: 6_050, after: 6_050 },
    { kind: 'other' as const, before: 910, after: 640 },
  ],
  pages: [
    { path: '/out', before: 15_220, after: 16_480 },
    { path: '/out/receipts/:id', before: null, after: 4_210 },
    { path: '/transfer', before: 13_900, after: 13_650 },
  ],
  shared_names: { added: ['@portal/shared/ui/pager: Pager'], removed: ['@portal/shared/ui/chips: Chips'] },
  calls: { added: ['GET /payouts/{id}/receipt'], removed: [] },
  libraries: { added: [], removed: [] },
}

const ui = ['amount', 'button', 'empty-state', 'list', 'notice', 'panel', 'sheet', 'skeleton']
const graph = {
  shell: '8556c4b6d2f0',
  remotes: ['mfe-payouts', 'mfe-releases', 'mfe-settings', 'mfe-team', 'mfe-tips'].map((name, index) => ({
    name,
    version: `${index}f2a91c04be7`,
  })),
  modules: [
    ...ui.map((name, index) => [`@portal/shared/ui/${name}`, index % 3] as const),
    ...(['form', 'text-field', 'phone-field'] as const).map((name) => [`@portal/shared/forms/${name}`, 2] as const),
    ...(['call', 'query'] as const).map((name) => [`@portal/shared/http/${name}`, 0] as const),
    ...[['@portal/shared/router', 0] as const, ['@portal/shared/session/store', 0] as const, ['react', 0] as const],
  ].map(([module, from]) => ({
    module,
    users: ['mfe-payouts', 'mfe-releases', 'mfe-settings', 'mfe-team', 'mfe-tips']
      .slice(from)
      .map((name) => ({ name, names: ['Button', 'ButtonLink'] })),
  })),
  libraries: [
    { name: '@tanstack/react-query', shell: '5.90.2', users: [{ name: 'mfe-tips', version: '5.90.2' }] },
    { name: 'react', shell: '19.3.1', users: [{ name: 'mfe-tips', version: '19.2.0' }] },
    { name: 'zod', shell: '4.1.12', users: [] },
  ],
}

const page = [
  respond(getSessionBootstrap, { ...sessionBootstrap(vera), rights: ['releases'] }),
  // For the portal server, if it renders the screen with its own releases.
  respond(getRights, { name: vera.account.name, rights: ['releases'] }),
  respond(getReleases, overview),
  respond(compareReleases, comparison),
  respond(getReleaseGraph, graph),
  ...withPasskeys,
]

const openVersions = (name: string) => (on: Page) =>
  on.getByRole('button', { name: `Версии и действия: ${name}` }).click()

async function toRollback(on: Page) {
  await openVersions('mfe-payouts')(on)
  await on.getByRole('button', { name: /^Откатить на неё/ }).click()
}

async function confirmed(on: Page) {
  await toRollback(on)
  await on.getByRole('button', { name: /^Вернуть mfe-payouts на / }).click()
}

export const releasesScreens = toScreens(
  '/releases',
  'releases',
  [
    { state: 'loaded', shows: 'Оболочка (shell)', wide: [768] },
    {
      state: 'read-only',
      responses: [
        respond(getReleases, { ...overview, can_change: false, has_reports: false, packages: [shell], rejected: [] }),
      ],
      shows: /^Здесь релизы можно только смотреть/,
    },
    { state: 'versions', steps: openVersions('mfe-payouts'), shows: 'Последние релизы, новые сверху', wide: [1280] },
    { state: 'canary', steps: openVersions('mfe-tips'), shows: 'Снять канарейку' },
    { state: 'rollback', steps: toRollback, shows: 'Откатить?', wide: [1280] },
    {
      state: 'no-passkey',
      responses: [respond(listPasskeys, { items: [] })],
      steps: toRollback,
      shows: 'Добавить ключ доступа',
    },
    {
      state: 'promote',
      steps: async (on: Page) => {
        await openVersions('mfe-tips')(on)
        await on.getByRole('button', { name: /^Канарейка…/ }).click()
      },
      shows: 'Начать канарейку?',
    },
    {
      state: 'broken',
      responses: [
        respondWithError(changeReleases, 409, {
          code: 'incompatible_releases',
          reason: 'mfe-payouts 5d11f02b8c64 needs react ^18.0.0, shell 8556c4b6d2f0 has 19.3.1',
        }),
      ],
      prepare: signImmediately,
      steps: confirmed,
      shows: /^Портал сломался бы/,
    },
    { state: 'history', address: '/releases?view=history', shows: 'Что отклонено', wide: [1280] },
    {
      state: 'history-empty',
      address: '/releases?view=history',
      responses: [respond(getReleases, { ...overview, log: [], rejected: [] })],
      shows: 'Ничего не отклонено',
    },
    { state: 'comparison', address: '/releases?view=comparison', shows: 'Размер в сжатом виде', wide: [1280] },
    { state: 'graph', address: '/releases?view=graph', shows: 'Версии библиотек', wide: [1280] },
    { state: 'loading', responses: [neverRespond(getReleases)], shows: skeleton },
    { state: 'failed', responses: [failToLoad(getReleases)], shows: 'Не удалось загрузить данные' },
    { state: 'refused', responses: [respond(getSessionBootstrap, sessionBootstrap(vera))], shows: 'Доступ запрещен' },
  ].map((state) => {
    const responses = [...page, ...(state.responses ?? [])]
    const prepare = async (on: Page) => {
      await interceptReleases(on, responses)
      await state.prepare?.(on)
    }
    return { user: vera, ...state, responses, prepare }
  }),
)
