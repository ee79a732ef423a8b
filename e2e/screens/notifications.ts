import type { Page } from '@playwright/test'
import { getPushSettings, type PushSettings, subscribeToPush } from '@portal/contracts/push'
import { failToLoad, neverRespond, respond, respondWithError } from '@portal/platform/dev/examples/responses'
import { skeleton, toScreens } from './screen.ts'

export const off: PushSettings = {
  public_key: 'BKey',
  subscribed: false,
  preferences: { tips: true, payouts: true, amounts: true, quiet_hours: null },
}
const on: PushSettings = { ...off, subscribed: true }
const quiet: PushSettings = { ...on, preferences: { ...on.preferences, quiet_hours: { from: 23, to: 9 } } }

/** Gives the browser a user's decision about notifications. Its push service fails. */
export const withPermission = (permission: NotificationPermission) => (page: Page) =>
  page.addInitScript((given) => {
    Object.defineProperty(Notification, 'permission', { get: () => given })
    Notification.requestPermission = async () => 'granted'
    const pushManager = {
      getSubscription: async () => null,
      subscribe: async () => {
        throw new DOMException('push service error', 'AbortError')
      },
    }
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        ready: Promise.resolve({ pushManager }),
        getRegistration: async () => undefined,
        register: async () => undefined,
      },
    })
  }, permission)

const without = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))

const onIphone = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.assign(navigator, { standalone: false })
  })

export const notificationScreens = toScreens('/settings/notifications', 'notifications', [
  {
    state: 'loaded',
    responses: [respond(getPushSettings, on)],
    prepare: withPermission('granted'),
    shows: 'Уведомления включены',
  },
  {
    state: 'quiet-hours',
    responses: [respond(getPushSettings, quiet)],
    prepare: withPermission('granted'),
    shows: '23:00',
    wide: [768],
  },
  {
    state: 'off',
    responses: [respond(getPushSettings, off)],
    prepare: withPermission('default'),
    shows: 'Включить уведомления',
  },
  {
    state: 'refused',
    responses: [respond(getPushSettings, off), respondWithError(subscribeToPush, 409, { code: 'push_unavailable' })],
    prepare: withPermission('default'),
    steps: (page) => page.getByRole('button', { name: 'Включить уведомления' }).click(),
    shows: /^Не удалось включить/,
  },
  {
    state: 'denied',
    responses: [respond(getPushSettings, off)],
    prepare: withPermission('denied'),
    shows: 'Уведомления запрещены в браузере',
  },
  {
    state: 'unsupported',
    responses: [respond(getPushSettings, off)],
    prepare: without,
    shows: 'Этот браузер не показывает уведомления',
  },
  {
    state: 'iphone',
    responses: [respond(getPushSettings, off)],
    prepare: onIphone,
    shows: 'Сначала установите приложение',
  },
  {
    state: 'without-keys',
    responses: [respond(getPushSettings, { ...off, public_key: null })],
    prepare: withPermission('default'),
    shows: 'Уведомления недоступны',
  },
  { state: 'loading', responses: [neverRespond(getPushSettings)], shows: skeleton },
  { state: 'failed', responses: [failToLoad(getPushSettings)], shows: 'Не удалось загрузить данные' },
])
