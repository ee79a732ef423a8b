import { subscribeToPush, unsubscribeFromPush } from '@portal/contracts/push'
import { call } from '@portal/shared/http/call'
import { createSubscription } from '@portal/shared/push/create-subscription'
import { areAmountsHidden } from '@portal/shared/ui/amount'

/** How long the service worker may take to install, also on a slow phone. */
const WORKER_TIMEOUT_MS = 30_000

/** Asks the user, by the browser's own prompt, and subscribes this browser. Does nothing when the user declines. */
export async function enablePush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { pushManager } = await installedWorker()
  const subscription = await createSubscription(pushManager, publicKey)
  await call(subscribeToPush, { body: { ...subscription, hides_amounts: areAmountsHidden() } })
}

export async function disablePush(): Promise<void> {
  await call(unsubscribeFromPush, {})
  const { pushManager } = await installedWorker()
  await (await pushManager.getSubscription())?.unsubscribe()
}

async function installedWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the service worker is not installed')), WORKER_TIMEOUT_MS)
  })
  return await Promise.race([navigator.serviceWorker.ready, tooLate])
}
