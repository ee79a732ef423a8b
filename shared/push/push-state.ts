import type { PushSettings } from '@portal/contracts/push'
import { useSyncExternalStore } from 'react'

/**
 * `without-keys`: the portal sends no messages. `installed-only`: this iPhone or iPad shows them only in the installed
 * app. `denied`: the user has blocked them in the browser.
 */
export type PushState = 'without-keys' | 'unsupported' | 'installed-only' | 'denied' | 'off' | 'on'

type Support = 'unsupported' | 'installed-only' | NotificationPermission

function currentSupport(): Support {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator && !navigator.standalone ? 'installed-only' : 'unsupported'
  }
  return Notification.permission
}

/** The user returns from the settings of the browser, which may be a small window above the page. */
function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  addEventListener('focus', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    removeEventListener('focus', listener)
  }
}

export function usePushState({ public_key, subscribed }: Pick<PushSettings, 'public_key' | 'subscribed'>): PushState {
  // The server does not know the browser: most have push messages, and one that is subscribed was allowed to.
  const support = useSyncExternalStore<Support>(subscribe, currentSupport, () => 'granted')
  if (public_key === null) return 'without-keys'
  if (support === 'default') return 'off'
  if (support === 'granted') return subscribed ? 'on' : 'off'
  return support
}
