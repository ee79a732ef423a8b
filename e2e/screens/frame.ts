import type { Page } from '@playwright/test'
import { listOperations } from '@portal/contracts/operation'
import { getSessionBootstrap } from '@portal/contracts/session'
import { failToLoad, neverRespond, respondWithError } from '@portal/platform/dev/examples/responses'
import { vera } from '@portal/platform/dev/examples/users'
import { goOffline } from './api.ts'
import { showSandboxBanner } from './sandbox-banner.ts'
import { toScreens } from './screen.ts'

const openMenu = (page: Page) => page.getByRole('button', { name: 'Открыть меню' }).click()

const releaseFiles = (remote: string) => `**/releases/${remote}/**`

const menu = toScreens('/settings', 'menu', [
  {
    state: 'open',
    steps: openMenu,
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: 'Выход' }),
    hasForcedColors: true,
  },
  {
    state: 'without-money',
    user: vera,
    steps: openMenu,
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: 'Выход' }),
  },
  {
    state: 'restaurants',
    steps: async (page) => {
      await openMenu(page)
      await page.getByLabel('Ресторан').click()
    },
    shows: (page) => page.getByRole('option', { name: 'Старый мост' }),
  },
])

const frame = toScreens('/settings', 'frame', [
  {
    state: 'loading',
    responses: [neverRespond(getSessionBootstrap)],
    shows: (page) => page.getByRole('main').locator('[data-skeleton]').first(),
    wide: [1280],
  },
  {
    state: 'failed',
    responses: [failToLoad(getSessionBootstrap)],
    shows: 'Не удалось загрузить данные',
    wide: [1280],
  },
  { state: 'sandbox-bank', prepare: showSandboxBanner, shows: 'Тестовый банк', wide: [1280] },
  {
    state: 'no-restaurant',
    user: { ...vera, workplaces: [] },
    shows: 'Нет доступных ресторанов',
    wide: [1280],
  },
  {
    state: 'offline',
    hasLongTimers: true,
    steps: async (page) => {
      // The code of this notice is fetched a second after the page, while there is a network.
      await page.waitForEvent('requestfinished', (request) => /\/offline\./.test(request.url()))
      await goOffline(page)
    },
    shows: (page) => page.getByRole('main').getByText('Нет соединения с интернетом'),
  },
])

const section = toScreens('/billing', 'section', [
  {
    state: 'forbidden',
    responses: [respondWithError(listOperations, 403, { code: 'forbidden' })],
    shows: 'Доступ запрещен',
    wide: [1280],
  },
  {
    state: 'unavailable',
    prepare: (page) => page.route(releaseFiles('mfe-tips'), (route) => route.abort()),
    shows: 'Раздел временно недоступен',
    wide: [1280],
  },
  {
    state: 'loading',
    async prepare(page) {
      // The shell counts the timeout of the section with an interval, which never runs here.
      await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))
      await page.route(releaseFiles('mfe-tips'), () => {})
    },
    shows: (page) => page.getByRole('main').locator('[data-skeleton]').first(),
  },
])

const notFound = toScreens('*', 'not-found', [
  { state: 'loaded', address: '/nowhere', shows: 'Такого адреса нет' },
  { state: 'signed-out', address: '/nowhere', user: null, shows: 'Такого адреса нет' },
])

export const frameScreens = [...menu, ...frame, ...section, ...notFound]
