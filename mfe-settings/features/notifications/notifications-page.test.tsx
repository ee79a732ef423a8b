import {
  type ChangedPushPreferences,
  getPushSettings,
  type PushPreferences,
  type PushSettings,
  subscribeToPush,
  unsubscribeFromPush,
  updatePushPreferences,
} from '@portal/contracts/push'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { hideAmounts } from '@portal/shared/ui/amount'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Component } from './notifications-page.tsx'
import { PushBrowser } from './testing/push-browser.ts'

let settings: PushSettings
/** What the server knows of this browser. */
let subscription: { hides_amounts: boolean } | undefined

/** Stores what a page sends, as the server does. */
function store(changed: ChangedPushPreferences): PushPreferences {
  settings = { ...settings, preferences: { ...settings.preferences, ...(changed as Partial<PushPreferences>) } }
  return settings.preferences
}

beforeEach(() => {
  subscription = undefined
  settings = {
    public_key: 'key',
    subscribed: false,
    preferences: { tips: true, payouts: true, amounts: true, quiet_hours: null },
  }
  stub(getPushSettings, () => ({ ...settings, subscribed: subscription !== undefined }))
  stub(subscribeToPush, ({ body }) => {
    subscription = body
    return undefined
  })
  stub(unsubscribeFromPush, () => {
    subscription = undefined
    return undefined
  })
  stub(updatePushPreferences, ({ body }) => store(body))
})
afterEach(() => {
  PushBrowser.remove()
  hideAmounts(false)
})

const chooseStart = async (hour: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: /^С/ }))
  await userEvent.click(await screen.findByRole('option', { name: hour }))
}

const enable = async () => userEvent.click(await screen.findByRole('button', { name: 'Включить уведомления' }))

// spec: 2.160, 2.161
test('asks for permission at a tap, not before, and subscribes this browser', async () => {
  const browser = new PushBrowser()
  renderPage(Component)
  await screen.findByText('Уведомления выключены')
  expect(browser.permission).toBe('default')
  await enable()
  expect(await screen.findByText('Уведомления включены')).toBeVisible()
  expect(subscription).toMatchObject({ endpoint: 'https://push.example/1', public_key: 'key', hides_amounts: false })
})

test('tells the server that this browser hides amounts', async () => {
  new PushBrowser()
  hideAmounts(true)
  renderPage(Component)
  await enable()
  await waitFor(() => expect(subscription?.hides_amounts).toBe(true))
})

test('ends the messages in this browser', async () => {
  const browser = new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  browser.isSubscribed = true
  renderPage(Component)
  await userEvent.click(await screen.findByRole('button', { name: 'Выключить в этом браузере' }))
  expect(await screen.findByText('Уведомления выключены')).toBeVisible()
  expect(subscription).toBeUndefined()
  expect(browser.isSubscribed).toBe(false)
})

// spec: 2.161
test('explains how to allow them to a user who declines', async () => {
  new PushBrowser({ answer: 'denied' })
  renderPage(Component)
  await enable()
  expect(await screen.findByText('Уведомления запрещены в браузере')).toBeVisible()
  expect(subscription).toBeUndefined()
})

test('shows that the browser could not subscribe, and subscribes at the next tap', async () => {
  const browser = new PushBrowser()
  browser.shouldFail = true
  renderPage(Component)
  await enable()
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось включить уведомления')
  browser.shouldFail = false
  await enable()
  expect(await screen.findByText('Уведомления включены')).toBeVisible()
})

test('shows that the server did not take the subscription', async () => {
  new PushBrowser()
  stub(subscribeToPush, () => {
    throw new NetworkError()
  })
  renderPage(Component)
  await enable()
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось включить уведомления')
})

test.each([
  ['a browser without them', () => {}, 'Этот браузер не показывает уведомления'],
  [
    'an iPhone outside of the installed app',
    () => Object.assign(navigator, { standalone: false }),
    'Сначала установите приложение',
  ],
  [
    'a user who has forbidden them',
    () => new PushBrowser({ permission: 'denied' }),
    'Уведомления запрещены в браузере',
  ],
])('explains it to %s', async (_, open, text) => {
  open()
  renderPage(Component)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows that the portal sends none', async () => {
  new PushBrowser()
  settings.public_key = null
  renderPage(Component)
  expect(await screen.findByText('Уведомления недоступны')).toBeVisible()
})

// spec: 2.162
test('saves each switch immediately, and quiet hours of two different hours', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  settings.preferences = { ...settings.preferences, quiet_hours: { from: 23, to: 9 } }
  renderPage(Component)
  await userEvent.click(await screen.findByRole('switch', { name: 'Новые чаевые' }))
  await waitFor(() => expect(settings.preferences.tips).toBe(false))
  await chooseStart('09:00')
  expect(await screen.findByText('Выберите другой час')).toBeVisible()
  expect(settings.preferences.quiet_hours).toEqual({ from: 23, to: 9 })
  await chooseStart('22:00')
  await waitFor(() =>
    expect(settings.preferences).toEqual({
      tips: false,
      payouts: true,
      amounts: true,
      quiet_hours: { from: 22, to: 9 },
    }),
  )
})

test('a switch is saved while the quiet hours are wrong, and the error goes when they are right', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  const quiet_hours = { from: 22, to: 9 }
  settings.preferences = { ...settings.preferences, quiet_hours }
  renderPage(Component)
  await screen.findByRole('switch', { name: 'Новые чаевые' })
  await chooseStart('09:00')
  await userEvent.click(screen.getByRole('switch', { name: 'Новые чаевые' }))
  await waitFor(() => expect(settings.preferences).toMatchObject({ tips: false, quiet_hours }))
  expect(screen.getByRole('combobox', { name: /^С/ })).toHaveTextContent('09:00')
  expect(screen.getByText('Выберите другой час')).toBeVisible()
  await chooseStart('22:00')
  await waitFor(() => expect(screen.queryByText('Выберите другой час')).toBeNull())
})

test('a late response leaves the hour that was chosen meanwhile', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  settings.preferences = { ...settings.preferences, quiet_hours: { from: 22, to: 9 } }
  const response = Promise.withResolvers<void>()
  stub(updatePushPreferences, async ({ body }) => {
    await response.promise
    return store(body)
  })
  renderPage(Component)
  await userEvent.click(await screen.findByRole('switch', { name: 'Новые чаевые' }))
  await chooseStart('09:00')
  response.resolve()
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Сохранено'))
  expect(screen.getByRole('combobox', { name: /^С/ })).toHaveTextContent('09:00')
})

test('quiet hours that are switched off and on again are those of the user', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  const quiet_hours = { from: 1, to: 7 }
  settings.preferences = { ...settings.preferences, quiet_hours }
  renderPage(Component)
  const quiet = await screen.findByRole('switch', { name: /^Не беспокоить/ })
  await userEvent.click(quiet)
  await waitFor(() => expect(settings.preferences.quiet_hours).toBeNull())
  await userEvent.click(quiet)
  await waitFor(() => expect(settings.preferences.quiet_hours).toEqual(quiet_hours))
})

test('a switch that was not saved goes back, and says so', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  stub(updatePushPreferences, () => {
    throw new ProblemResponse(400, 'bad_request')
  })
  renderPage(Component)
  const tips = await screen.findByRole('switch', { name: 'Новые чаевые' })
  await userEvent.click(tips)
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toMatch(/^Не сохранилось/))
  expect(await screen.findByText('Не сохранилось')).toBeVisible()
  await waitFor(() => expect(tips).toBeChecked())
})

test('a switch leaves what another page has changed meanwhile, and shows it', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  renderPage(Component)
  const tips = await screen.findByRole('switch', { name: 'Новые чаевые' })
  store({ payouts: false, quiet_hours: { from: 1, to: 7 } })
  await userEvent.click(tips)
  await waitFor(() =>
    expect(settings.preferences).toEqual({
      tips: false,
      payouts: false,
      amounts: true,
      quiet_hours: { from: 1, to: 7 },
    }),
  )
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Вывод/ })).not.toBeChecked())
  expect(screen.getByRole('combobox', { name: /^С/ })).toHaveTextContent('01:00')
})

test('a switch that was not saved goes back, and the next one is saved', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  const first = Promise.withResolvers<void>()
  stub(updatePushPreferences, async ({ body }) => {
    await first.promise
    if (body.tips !== undefined) throw new ProblemResponse(400, 'bad_request')
    return store(body)
  })
  renderPage(Component)
  const tips = await screen.findByRole('switch', { name: 'Новые чаевые' })
  const payouts = screen.getByRole('switch', { name: /^Вывод/ })
  await userEvent.click(tips)
  await userEvent.click(payouts)
  first.resolve()
  await waitFor(() => expect(settings.preferences).toMatchObject({ tips: true, payouts: false }))
  await waitFor(() => expect(tips).toBeChecked())
  expect(payouts).not.toBeChecked()
})

test('two switches in a row are both saved, also if the first response is late', async () => {
  new PushBrowser({ permission: 'granted' })
  subscription = { hides_amounts: false }
  const first = Promise.withResolvers<void>()
  stub(updatePushPreferences, async ({ body }) => {
    await first.promise
    return store(body)
  })
  renderPage(Component)
  await userEvent.click(await screen.findByRole('switch', { name: 'Новые чаевые' }))
  await userEvent.click(screen.getByRole('switch', { name: /^Вывод/ }))
  first.resolve()
  await waitFor(() => expect(settings.preferences).toMatchObject({ tips: false, payouts: false }))
  expect(screen.getByRole('switch', { name: 'Новые чаевые' })).not.toBeChecked()
  expect(screen.getByRole('switch', { name: /^Вывод/ })).not.toBeChecked()
})
