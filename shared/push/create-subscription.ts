import type { NewPushSubscription } from '@portal/contracts/push'

/**
 * Subscribes this browser with the portal's key. A former subscription ends with all its undelivered messages, which
 * may be another user's.
 * @throws where the user has not allowed messages, or the browser has no push service
 */
export async function createSubscription(manager: PushManager, publicKey: string): Promise<NewPushSubscription> {
  await (await manager.getSubscription())?.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth }, public_key: publicKey }
}
