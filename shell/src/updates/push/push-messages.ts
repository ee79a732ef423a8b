import { markPushSeen, renewPushSubscription } from '@portal/contracts/push'
import { sharesTag, tipsTag } from '@portal/contracts/push-message'
import { call } from '@portal/shared/http/call'
import { createSubscription } from '@portal/shared/push/create-subscription'
import { areAmountsHidden } from '@portal/shared/ui/amount'

let isListening = false

/** Tells the server when amounts are hidden in this browser, and when they are shown again. */
export function reportAmountChanges(): void {
  if (isListening) return
  isListening = true
  let isHidden = areAmountsHidden()
  addEventListener('storage', () => {
    if (isHidden === areAmountsHidden()) return
    isHidden = areAmountsHidden()
    reportSeen().catch(() => {})
  })
}

/** The user sees the tips: neither the icon nor a notification has to announce them. */
export async function tipsSeen(): Promise<void> {
  await navigator.clearAppBadge?.()
  for (const tag of [tipsTag, sharesTag]) await closeNotifications({ tag })
  await reportSeen()
}

/**
 * Later messages count only what comes from now on, and contain amounts as the page does. The portal may have replaced
 * its key meanwhile.
 */
async function reportSeen(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!(await registration?.pushManager?.getSubscription())) return
  const { renew_with } = await call(markPushSeen, { body: { hides_amounts: areAmountsHidden() } })
  if (!registration || !renew_with) return
  await call(renewPushSubscription, { body: await createSubscription(registration.pushManager, renew_with) })
}

/**
 * Another user of this browser must get no messages of this one. The server has ended the subscription with the
 * session.
 */
export async function forgetUser(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  await closeNotifications()
  await navigator.clearAppBadge?.()
}

async function closeNotifications(filter: GetNotificationOptions = {}): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications(filter)) ?? []) notification.close()
}
