import { randomBytes } from 'node:crypto'
import type { NewPushSubscription } from '@portal/contracts/push'
import { sql } from 'kysely'
import { createTestApi, type TestApi, type TestBrowser } from '../../../http/testing/test-api.ts'
import type { PushSettings } from '../../../settings/settings.ts'
import { type PushService, startPushService } from '../double/push-service.ts'
import { sendDuePushes } from '../outbox.ts'

type Subscribed = { endpoint: string; status: number; code: unknown }

/** An API with keys, and the push service that it sends to. */
export type PushApi = TestApi & {
  service: PushService
  push: PushSettings
  publicKey: string
  /** A browser of the user allows messages; returns the address of its subscription. */
  subscribe(
    browser: TestBrowser,
    options?: { hides_amounts?: boolean; subscription?: NewPushSubscription },
  ): Promise<Subscribed>
  /** Makes waiting messages older. */
  age(by: string): Promise<void>
  sendDue(): Promise<number>
  /** Sends all waiting messages, and returns what a browser that got all of them has shown. */
  shown(endpoint: string): Promise<string[]>
}

export async function createPushApi({ keys = randomBytes(32).toString('base64') } = {}): Promise<PushApi> {
  const service = await startPushService()
  const api = await createTestApi({ env: { PUSH_VAPID_KEYS: keys, PUSH_SERVICE_ON_LOOPBACK: 'yes' } })
  const { push } = api.settings
  if (!push) throw new Error('no keys')
  const publicKey = push.keys[0].value.publicKey
  const sendDue = () => sendDuePushes({ ...api, push })
  const age = async (by: string) => {
    await sql`
      update push_message set next_attempt_at = next_attempt_at - ${by}::interval,
        sent_at = sent_at - ${by}::interval`.execute(api.db)
  }

  return {
    ...api,
    service,
    push,
    publicKey,
    age,
    sendDue,
    async subscribe(browser, { hides_amounts = false, subscription = service.subscribe(publicKey) } = {}) {
      const response = await browser.post('/user/push/subscription', { ...subscription, hides_amounts })
      const code = response.body ? response.json().code : undefined
      return { endpoint: subscription.endpoint, status: response.statusCode, code }
    },
    async shown(endpoint) {
      await sendDue()
      await age('61 seconds')
      await sendDue()
      return service.received
        .filter((received) => received.endpoint === endpoint)
        .map(({ message }) => `${message.title}: ${message.body}`.replaceAll('\u00A0', ' '))
    },
    async close() {
      await api.close()
      await service.close()
    },
  }
}
