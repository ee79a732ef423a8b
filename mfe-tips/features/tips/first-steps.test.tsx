import { getBalance } from '@portal/contracts/balance'
import { listOperations } from '@portal/contracts/operation'
import { listPayoutMethods, type PayoutMethod } from '@portal/contracts/payout-method'
import { getPushSettings } from '@portal/contracts/push'
import { getSessionBootstrap } from '@portal/contracts/session'
import { getTipsStats } from '@portal/contracts/tips'
import { apiQuery } from '@portal/shared/http/query'
import type { InstallPrompt } from '@portal/shared/page-protocol'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Component } from './tips-page.tsx'

const phone: PayoutMethod = {
  id: 'sbp-1',
  type: 'sbp',
  bank_name: 'Т-Банк',
  label: '',
  is_default: true,
  status: 'active',
  bank: 'Т-Банк',
  rest_ids: ['berezka'],
  phone_masked: '+7 (900) •••-••-01',
  bank_id: '100000000004',
}

let methods: PayoutMethod[]
let push: { public_key: string | null; subscribed: boolean }
beforeEach(() => {
  methods = []
  push = { public_key: 'key', subscribed: false }
  resetStubs()
  stub(getBalance, () => ({ avg_sum: 0, balance: 0, pending: 0, updated_at: '2026-11-20T10:00:00Z' }))
  stub(getTipsStats, ({ query: { from = '', to = '' } }) => {
    const none = { from, to, total: 0, count: 0, days: [] }
    return { ...none, average_day: 0, previous: none }
  })
  stub(listOperations, () => ({ items: [], page: 1, pages: 1, per_page: 20, total: 0, as_of: '7', day_totals: [] }))
  stub(getPushSettings, () => ({
    ...push,
    preferences: { tips: true, payouts: true, amounts: true, quiet_hours: null },
  }))
  stub(listPayoutMethods, ({ query }) => ({ items: query.restId === 'berezka' ? methods : [] }))
})
afterEach(() => {
  for (const name of ['PushManager', 'Notification', 'installPrompt', 'installChoice'])
    Reflect.deleteProperty(window, name)
  for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name)
})

/** A browser with push messages. */
function withPush(permission: NotificationPermission, subscribed = false): void {
  push.subscribed = subscribed
  Object.assign(window, { PushManager: class {}, Notification: { permission } })
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
}

function withoutKeys(): void {
  withPush('default')
  push.public_key = null
}

function withoutPushSettings(): void {
  withPush('default')
  stub(getPushSettings, () => {
    throw new NetworkError()
  })
}

/** A browser that can install the portal, as the shell's page stores it (platform/server/inline/early-script.ts). */
function withInstallPrompt(): void {
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome: 'accepted' }) })
  window.installPrompt = event as InstallPrompt
}

function open(locks_after: number | null = null) {
  const client = renderPage(Component)
  const session = { user: {}, employees: [], balance: {}, locks_after }
  act(() => void client.setQueryData(apiQuery(getSessionBootstrap, {}).queryKey, session as never))
  return client
}

const method = 'Способ выводаКарта или телефон СБП'
const messages = 'УведомленияО каждых чаевых'
const pin = 'Код-парольСуммы увидите только вы'

async function findSteps(): Promise<(string | null)[]> {
  const list = await screen.findByRole('list', { name: 'Первые шаги' })
  return [...list.children].map(({ textContent }) => textContent)
}

test('an employee without tips finds four steps, and where to take each', async () => {
  withPush('default')
  withInstallPrompt()
  open()
  expect(await findSteps()).toEqual([method, pin, messages, 'Значок на экранПортал одним касанием'])
  expect(screen.getByRole('link', { name: /^Способ вывода/ })).toHaveAttribute('href', '/settings/payout-methods')
  expect(screen.getByRole('link', { name: /^Уведомления/ })).toHaveAttribute('href', '/settings/notifications')
  expect(screen.getByRole('link', { name: /^Код-пароль/ })).toHaveAttribute('href', '/settings/opening')
})

test('a step that is done has a tick and leads nowhere', async () => {
  methods = [phone]
  withPush('granted', true)
  withInstallPrompt()
  open(5)
  expect((await findSteps()).slice(0, 3)).toEqual(['Способ выводаГотово', 'Код-парольГотово', 'УведомленияГотово'])
  expect(screen.queryByRole('link', { name: /^(Способ|Уведомления|Код)/ })).toBeNull()
})

test('an iPhone explains how to add the icon, and offers no messages before', async () => {
  Object.assign(navigator, { standalone: false })
  open()
  expect(await findSteps()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: /^Значок на экран/ }))
  expect(await screen.findByRole('dialog', { name: 'Установка приложения' })).toBeVisible()
})

test.each([
  ['in a browser without messages', () => {}, [method, pin]],
  ['in a browser that may not show messages', () => withPush('denied'), [method, pin]],
  ['in a browser without a subscription', () => withPush('granted'), [method, pin, messages]],
  ['of a portal that sends no messages', withoutKeys, [method, pin]],
  ['without an answer about messages', withoutPushSettings, [method, pin]],
])('%s, the steps are only those that can be taken', async (_, prepare, steps) => {
  prepare()
  open()
  expect(await findSteps()).toEqual(steps)
})

test('nothing is left of the steps when all of them are done, or when the methods cannot be loaded', async () => {
  methods = [phone]
  withPush('granted', true)
  let requests = 0
  stub(listPayoutMethods, () => {
    requests += 1
    return { items: methods }
  })
  const done = open(0)
  await screen.findByText('Пока нет чаевых')
  await waitFor(() => expect([requests, done.isFetching()]).toEqual([1, 0]))
  await waitFor(() => expect(screen.queryByText('Первые шаги')).toBeNull())
  cleanup()

  stub(listPayoutMethods, () => {
    requests += 1
    throw new NetworkError()
  })
  const failed = open()
  await waitFor(() => expect([requests, failed.isFetching()]).toEqual([2, 0]))
  expect(screen.getByText('Пока нет чаевых')).toBeVisible()
  expect(screen.queryByText('Первые шаги')).toBeNull()
})

test('the icon is added by the browser’s prompt, and its step then goes', async () => {
  withInstallPrompt()
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Значок на экран/ }))
  await waitFor(() => expect(screen.queryByText('Значок на экран')).toBeNull())
  expect(await findSteps()).toHaveLength(2)
})
