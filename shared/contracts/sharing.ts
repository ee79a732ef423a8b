import * as z from 'zod/mini'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'
import { PayoutStatus } from './payout.ts'
import { SharingWay, sharers, Weight } from './shares.ts'

/** One sum that the default employee has shared among colleagues. The transfer with the same id is its payment. */
export const SharingLine = z.object({
  id: z.string(),
  number: z.string(),
  amount: Rubles,
  /** How many colleagues it was shared among. */
  people: z.int(),
  status: PayoutStatus,
  created_at: z.iso.datetime({ offset: true }),
})
export type SharingLine = z.infer<typeof SharingLine>

/** Who got what. `title` names the colleague at that time; a colleague who has left since is known by the id. */
export const Share = z.object({
  recipient_employee_id: z.string(),
  title: z.string(),
  weight: z.optional(z.number()),
  amount: Rubles,
})
export type Share = z.infer<typeof Share>

export const Sharing = z.extend(SharingLine, {
  way: SharingWay,
  comment: z.optional(z.string()),
  shares: z.array(Share),
})
export type Sharing = z.infer<typeof Sharing>

export const listSharings = endpoint({
  method: 'GET',
  path: '/user/sharing',
  summary: 'List the sums that the user has shared among colleagues at a restaurant, newest first',
  access: 'user',
  query: z.object({ restId: z.string(), page: Page, as_of: AsOf }),
  response: list(SharingLine),
})

export const getSharing = endpoint({
  method: 'GET',
  path: '/user/sharing/:id',
  summary: 'Get one sharing with the share of each colleague',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: Sharing,
})

/**
 * Which colleagues usually get a share and how the sum is divided. It has no sum, and hours may be absent. `name` is
 * there because a colleague may have left since.
 */
export const SharingTemplate = z.object({
  way: SharingWay,
  members: z.array(z.object({ employee_id: z.string(), weight: z.optional(z.number()), name: z.string() })),
})
export type SharingTemplate = z.infer<typeof SharingTemplate>

export const NewSharingTemplate = z.strictObject({
  way: SharingWay,
  members: z
    .array(z.strictObject({ employee_id: z.string(), weight: z.optional(Weight) }))
    .check(z.minLength(sharers.min), z.maxLength(sharers.max)),
})
export type NewSharingTemplate = z.infer<typeof NewSharingTemplate>

const restaurantTemplate = {
  path: '/user/sharing-template/:restId',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: z.object({ template: z.nullable(SharingTemplate) }),
} as const

/** 403 for an employee who is not the default one. */
export const getSharingTemplate = endpoint({
  ...restaurantTemplate,
  method: 'GET',
  summary: 'Get the restaurant’s template for sharing a sum, which all its default employees use',
})

/** 403 for an employee who is not the default one; 404 for an employee of another restaurant. */
export const saveSharingTemplate = endpoint({
  ...restaurantTemplate,
  method: 'POST',
  summary: 'Replace the restaurant’s template for sharing a sum',
  body: NewSharingTemplate,
})
