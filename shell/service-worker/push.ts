import type { PushSettings } from '@portal/contracts/push'
import { type PushMessage, pushPaths } from '@portal/contracts/push-message'
import { createSubscription } from '@portal/shared/push/create-subscription'

// The server writes the messages and encrypts them for this browser. The worker stores no message and knows no user:
// the API recognizes the session by its cookie.

/** Shown for an unreadable message. If the worker showed nothing, the browser would show a notification of its own. */
const unreadable: PushMessage = {
  title: 'Чаевые',
  body: 'Есть новости. Откройте портал, чтобы посмотреть',
  url: '/',
  tag: 'portal',
  badge: 1,
}

/** Replaces an earlier message with the same tag, and shows the number on the icon of the installed app. */
export async function showMessage(
  registration: ServiceWorkerRegistration,
  data: Pick<PushMessageData, 'json'> | null,
): Promise<void> {
  const { title, body, url, tag, badge } = read(data)
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    // Without this, a message that replaces another one makes no sound.
    renotify: true,
    data: { url },
    icon: '/icon-192.png',
    lang: 'ru',
  }
  await registration.showNotification(title, options)
  // Some browsers have no badge, and others reject it while the portal is not installed.
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

/** Focuses the tab that shows the page of the message, or opens a new one: other tabs may contain unsaved input. */
export async function openMessage(clients: Clients, { data }: Pick<Notification, 'data'>): Promise<void> {
  const { origin } = self.location
  const url = new URL(data?.url ?? '/', origin)
  const page = url.origin === origin ? url : new URL('/', origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find((tab) => new URL(tab.url).pathname === page.pathname)
  await (shown ? shown.focus() : clients.openWindow(page.href))
}

/** Called when the browser has ended its subscription. Creates another one if the session has one to replace. */
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
