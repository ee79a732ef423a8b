import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMessage, renewSubscription, showMessage } from './push.ts'

const origin = 'https://tips.example'
let badge: number | undefined

beforeEach(() => {
  badge = undefined
  vi.stubGlobal('self', { location: new URL(origin) })
  vi.stubGlobal('navigator', {
    async setAppBadge(number: number) {
      badge = number
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A registration that shows notifications as a browser does: one of each tag. */
function createRegistration() {
  const shown = new Map<string, { title: string } & NotificationOptions>()
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) =>
      void shown.set(options.tag ?? '', { title, ...options }),
  }
  return { shown, registration: registration as never }
}

const message = { title: 'Новые чаевые', body: 'Вам оставили 300 ₽', url: '/', tag: 'tips', badge: 3 }

// spec: 2.163
test('the service worker shows a message, which replaces the previous one, and its number on the icon', async () => {
  const { shown, registration } = createRegistration()
  await showMessage(registration, { json: () => ({ ...message, body: 'Вам оставили 100 ₽' }) })
  await showMessage(registration, { json: () => message })
  expect([...shown.values()]).toMatchObject([{ title: message.title, body: message.body, data: { url: '/' } }])
  expect(badge).toBe(3)
})

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<html>') }],
  ['another shape', { json: () => ({ text: 'x' }) }],
])('the service worker shows that there is news for a message with %s', async (_, data) => {
  const { shown, registration } = createRegistration()
  await showMessage(registration, data)
  expect([...shown.values()]).toMatchObject([{ title: 'Чаевые', data: { url: '/' } }])
})

test('the service worker shows a message where icons have no numbers', async () => {
  vi.stubGlobal('navigator', {})
  const { shown, registration } = createRegistration()
  await showMessage(registration, { json: () => message })
  expect(shown.size).toBe(1)
})

/** The open tabs of the portal. One of them has the focus. */
function createTabs(...open: string[]) {
  const tabs = open.map((path) => ({ url: origin + path, focused: false }))
  return {
    tabs,
    clients: {
      matchAll: async () =>
        tabs.map((tab) => ({ url: tab.url, focus: async () => Object.assign(tab, { focused: true }) })),
      openWindow: async (url: string) => void tabs.push({ url, focused: true }),
    } as never,
  }
}

test.each([
  ['focuses the tab with its page', '/billing', ['/', '/billing?page=2'], `${origin}/billing?page=2`],
  ['opens its page beside others', '/billing', ['/settings/phone'], `${origin}/billing`],
  ['opens its page where there is no tab', '/', [], `${origin}/`],
  ['opens no page of another site', 'https://evil.example/', [], `${origin}/`],
  ['opens no page of another site by its host', '//evil.example/billing', [], `${origin}/`],
])('a tap %s', async (_, url, open, focused) => {
  const { tabs, clients } = createTabs(...open)
  await openMessage(clients, { data: { url } })
  expect(tabs.filter((tab) => tab.focused).map((tab) => tab.url)).toEqual([focused])
})

/** A push service for the browser, and a portal with these settings; without a session if they are null. */
function portalWith(settings: { public_key: string | null; subscribed: boolean } | null) {
  const renewed: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/v1/user/push') return settings ? Response.json(settings) : new Response(null, { status: 401 })
    if (path === '/api/v1/user/push/renewal') renewed.push(JSON.parse(String(init?.body)))
    return new Response(null, { status: 204 })
  })
  let former: { unsubscribe(): Promise<void> } | null = {
    async unsubscribe() {
      former = null
    },
  }
  const manager = {
    getSubscription: async () => former,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (former) throw new Error('it has a subscription by another key')
      return {
        toJSON: () => ({ endpoint: `https://push.example/${applicationServerKey}`, keys: { p256dh: 'p', auth: 'a' } }),
      }
    },
  }
  return { renewed, manager: manager as never }
}

test('the service worker renews a subscription that the browser has ended', async () => {
  const { renewed, manager } = portalWith({ public_key: 'key', subscribed: true })
  await renewSubscription(manager)
  expect(renewed).toEqual([
    { endpoint: 'https://push.example/key', keys: { p256dh: 'p', auth: 'a' }, public_key: 'key' },
  ])
})

test.each([
  ['no user is signed in', null],
  ['the user who is signed in has allowed no messages', { public_key: 'key', subscribed: false }],
  ['the portal has no keys', { public_key: null, subscribed: true }],
])('the service worker renews nothing where %s', async (_, settings) => {
  const { renewed, manager } = portalWith(settings)
  await renewSubscription(manager)
  expect(renewed).toEqual([])
})
