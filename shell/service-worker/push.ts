import type { PushSettings } from '@portal/contracts/push'
import { type PushMessage, pushPaths } from '@portal/contracts/push-message'
import { createSubscription } from '@portal/shared/push/create-subscription'

// What it shows is written by the server, and encrypted for this browser. It stores nothing of it, and knows no person: the API knows
// the session by its cookie.

/** Shown for a message that it cannot read: a browser that has shown none for a message shows one of its own. */
const unreadable: PushMessage = {
  title: 'Чаевые',
  body: 'Есть новости. Откройте портал, чтобы посмотреть',
  url: '/',
  tag: 'portal',
  badge: 1,
}

/** Shows a message in the place of the one with its tag, and its number on the icon of the installed app. */
export async function showMessage(
  registration: ServiceWorkerRegistration,
  data: Pick<PushMessageData, 'json'> | null,
): Promise<void> {
  const { title, body, url, tag, badge } = read(data)
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    // Else a message that replaces another one makes no sound.
    renotify: true,
    data: { url },
    icon: '/icon-192.png',
    lang: 'ru',
  }
  await registration.showNotification(title, options)
  // Not in every browser, nor where the portal is not installed.
  await navigator.setAppBadge?.(badge).catch(() => {})
}

function read(data: Pick<PushMessageData, 'json'> | null): PushMessage {
  try {
    const message = data?.json()
    return typeof message?.title === 'string' ? { ...unreadable, ...message } : unreadable
  } catch {
    return unreadable
  }
}

/** Focuses the tab that shows the page of the message, or opens it. Other tabs stay as they are: they may have something typed. */
export async function openMessage(clients: Clients, { data }: Pick<Notification, 'data'>): Promise<void> {
  const { origin } = self.location
  const url = new URL(data?.url ?? '/', origin)
  const page = url.origin === origin ? url : new URL('/', origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find((tab) => new URL(tab.url).pathname === page.pathname)
  await (shown ? shown.focus() : clients.openWindow(page.href))
}

/** The browser has ended its subscription: it gets another one, if the session has one that it replaces. */
export async function renewSubscription(manager: PushManager): Promise<void> {
  const response = await fetch(`/api/v1${pushPaths.settings}`)
  if (!response.ok) return
  const { public_key, subscribed }: PushSettings = await response.json()
  if (!public_key || !subscribed) return
  await fetch(`/api/v1${pushPaths.renewal}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'portal', 'Content-Type': 'application/json' },
    body: JSON.stringify(await createSubscription(manager, public_key)),
  })
}
