import * as z from 'zod/mini'
import { AsOf, endpoint, items, list, Page } from './endpoint.ts'

/** What a guest has left beside a tip: stars, words or both. Without the sum of the tip. */
export const Review = z.object({
  /** The id of the operation. */
  id: z.string(),
  number: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** 1 to 5. */
  stars: z.optional(z.int()),
  comment: z.optional(z.string()),
})
export type Review = z.infer<typeof Review>

/** Reviews are looked for among the newest `SEARCHED_OPERATIONS` tips. */
export const listReviews = endpoint({
  method: 'GET',
  path: '/user/reviews',
  summary: 'Reviews of guests at a restaurant, newest first',
  access: 'user',
  query: z.object({
    restId: z.string(),
    stars: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
    /** `true`: only those with words. */
    commented: z.optional(z.literal('true')),
    page: Page,
    as_of: AsOf,
  }),
  response: list(Review),
})

/**
 * One month of the restaurant, `2026-11`. `thanks` counts texts with four or five stars, `complaints` texts with one or
 * two. A rating without a text is neither.
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
  summary: 'Ratings of the last twelve months at a restaurant, oldest first, also those without any',
  access: 'user',
  priority: 'background',
  query: z.object({ restId: z.string() }),
  response: items(ReviewMonth),
})
