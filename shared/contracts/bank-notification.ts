import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a provider sends; its fields are the provider's own. */
const BankNotification = z.record(z.string(), z.unknown())

/**
 * Anyone can send a notification, so the portal does not trust its content: it only asks the provider for the status of
 * the payout that the notification names. 404 for a provider that is not configured or sends no notifications. After
 * 429 `too_often` the provider sends it again.
 */
export const notifyOfPayout = endpoint({
  method: 'POST',
  path: '/banks/:provider/notifications',
  summary: 'Receive a provider’s notification about a payout',
  access: 'anyone',
  fromServer: true,
  priority: 'background',
  params: z.object({ provider: z.string() }),
  body: BankNotification,
  // The provider repeats a notification until the status is 200.
  response: z.object({}),
})
