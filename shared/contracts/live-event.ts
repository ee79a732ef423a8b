import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A line of `GET /api/v1/events` (server-sent events, `event: change`). A hint, not data: the browser fetches again
 * what it shows. `seq` grows by one per user; a gap, or `resync`, means that hints were missed.
 */
export const LiveEvent = z.object({
  seq: z.int(),
  /** `session`: the user's restaurants are others now. */
  type: z.enum(['balance', 'tip', 'payout', 'session', 'resync']),
  rest_id: z.optional(z.string()),
  payout_id: z.optional(z.string()),
  /** The oldest of the new operations, for a `tip`. Absent if earlier tips were only cleared. */
  operation_id: z.optional(z.string()),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Stays open; `after`, or `Last-Event-ID`, brings a `resync` when hints were missed. Ends with the session. */
export const openEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Hints that something changed (server-sent events)',
  access: 'user',
  /** The newest `seq` that the page knows of. */
  query: z.object({ after: z.optional(z.coerce.number()) }),
  response: LiveEvent,
  produces: 'text/event-stream',
})
