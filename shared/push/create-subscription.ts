import type { NewPushSubscription } from '@portal/contracts/push'

/**
 * Subscribes this browser with the portal's key. A former subscription ends, and with it what its push service still has of
 * messages: they may be those of another user. @throws where the user has not allowed messages, or the browser has no push service
 */
export async function createSubscription(manager: PushManager, publicKey: string): Promise<NewPushSubscription> {
  await (await manager.getSubscription())?.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth }, public_key: publicKey }
}
