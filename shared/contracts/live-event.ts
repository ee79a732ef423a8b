import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A line of `GET /api/v1/events` (server-sent events, `event: change`). It has no data: it is a hint that the browser
 * should fetch again what it shows. `seq` grows by one for each hint of a user. A gap in `seq`, or `resync`, means that
 * hints were missed.
 */
export const LiveEvent = z.object({
  seq: z.int(),
  /** `session`: the list of the user's restaurants has changed. */
  type: z.enum(['balance', 'tip', 'payout', 'session', 'resync']),
  rest_id: z.optional(z.string()),
  payout_id: z.optional(z.string()),
  /** The oldest of the new operations, for a `tip`. Absent if earlier tips were only cleared. */
  operation_id: z.optional(z.string()),
  /** The number of the transfer, for a `tip` that is a colleague's share. */
  transfer_number: z.optional(z.string()),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/**
 * The response stays open until the session ends. If hints were missed since `after` or `Last-Event-ID`, a `resync`
 * comes first.
 */
export const openEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Receive hints that something has changed (server-sent events)',
  access: 'user',
  /** The newest `seq` that the page knows of. */
  query: z.object({ after: z.optional(z.coerce.number()) }),
  response: LiveEvent,
  produces: 'text/event-stream',
})
