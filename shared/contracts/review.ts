import * as z from 'zod/mini'
import { AsOf, endpoint, items, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'

/** The stars, the text or both that a guest has left with a tip. */
export const Review = z.object({
  /** The id of the operation. */
  id: z.string(),
  number: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** The tip. An API of the previous version does not send it. */
  amount: z.optional(Rubles),
  /** 1 to 5. */
  stars: z.optional(z.int()),
  comment: z.optional(z.string()),
})
export type Review = z.infer<typeof Review>

export const listReviews = endpoint({
  method: 'GET',
  path: '/user/reviews',
  summary: 'List the reviews of guests at a restaurant, newest first',
  access: 'user',
  priority: 'list',
  query: z.object({
    restId: z.string(),
    stars: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
    /** `true`: only reviews with a text. */
    commented: z.optional(z.literal('true')),
    page: Page,
    as_of: AsOf,
  }),
  response: list(Review),
})

/**
 * One month of the restaurant, such as `2026-11`. `thanks` counts texts with four or five stars, `complaints` counts
 * texts with one or two stars. Ratings without a text count as neither.
 */
export const ReviewMonth = z.object({
  month: z.string(),
  ratings: z.int(),
  /** The mean of the ratings; absent without ratings. */
  average: z.optional(z.number()),
  thanks: z.int(),
  complaints: z.int(),
})
export type ReviewMonth = z.infer<typeof ReviewMonth>

export const listReviewMonths = endpoint({
  method: 'GET',
  path: '/user/reviews/months',
  summary: 'List the ratings of the last twelve months at a restaurant, oldest first, with empty months',
  access: 'user',
  priority: 'background',
  query: z.object({ restId: z.string() }),
  response: items(ReviewMonth),
})
