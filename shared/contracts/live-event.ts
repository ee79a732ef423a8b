import * as z from 'zod/mini'

/**
 * A line of `GET /api/v1/events` (server-sent events, `event: change`). A hint, not data: the browser asks again for
 * what it shows. `seq` grows by one per user; a gap, or `resync`, means that hints were lost.
 */
export const LiveEvent = z.object({
  seq: z.int(),
  type: z.enum(['balance', 'tip', 'payout', 'resync']),
  rest_id: z.optional(z.string()),
  payout_id: z.optional(z.string()),
})
export type LiveEvent = z.infer<typeof LiveEvent>
