import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type TestBrowser, testApi } from '../../../http/testing.ts'
import { sendDuePushes } from '../outbox.ts'
import { startPushService } from './push-service.ts'

export type PushApi = Awaited<ReturnType<typeof pushApi>>

/** The API with keys, and a push service that it sends to. */
export async function pushApi({ keys = randomBytes(32).toString('base64') } = {}) {
  const service = await startPushService()
  const api = await testApi({ env: { PUSH_VAPID_KEYS: keys, PUSH_SERVICE_ON_LOOPBACK: 'yes' } })
  const { push } = api.settings
  if (!push) throw new Error('no keys')
  const publicKey = push.keys[0].value.publicKey

  return {
    ...api,
    service,
    push,
    publicKey,
    /** A browser of the user allows messages; returns the address of its subscription. */
    async subscribe(browser: TestBrowser, { hides_amounts = false, subscription = service.subscribe(publicKey) } = {}) {
      const response = await browser.post('/user/push/subscription', { ...subscription, hides_amounts })
      return {
        endpoint: subscription.endpoint,
        status: response.statusCode,
        code: response.body && response.json().code,
      }
    },
    /** Time passes for what waits to be sent. */
    async age(by: string) {
      await sql`update push_message set next_attempt_at = next_attempt_at - ${by}::interval, sent_at = sent_at - ${by}::interval`.execute(
        api.db,
      )
    },
    sendDue: () => sendDuePushes({ ...api, push }),
    /** Sends what is due, or waits for other tips, and returns what a browser shows that got all of it. */
    async shown(endpoint: string) {
      await sendDuePushes({ ...api, push })
      await this.age('61 seconds')
      await sendDuePushes({ ...api, push })
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
