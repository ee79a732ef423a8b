import * as z from 'zod/mini'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'
import { PayoutStatus } from './payout.ts'
import { SharingWay, sharers, Weight } from './shares.ts'

/** One sum that the default employee has shared among colleagues: the transfer of the same id (`payout.ts`). */
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
  weight: z.optional(Weight),
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
  summary: 'What the user has shared among colleagues at a restaurant, newest first',
  access: 'user',
  query: z.object({ restId: z.string(), page: Page, as_of: AsOf }),
  response: list(SharingLine),
})

export const getSharing = endpoint({
  method: 'GET',
  path: '/user/sharing/:id',
  summary: 'One sharing: who got what',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: Sharing,
})

const TemplateMember = { employee_id: z.string(), weight: z.optional(Weight) }

/** Who usually gets a part, and how, without a sum; hours may be left open. `name` is for those who have left since. */
export const SharingTemplate = z.object({
  way: SharingWay,
  members: z.array(z.object({ ...TemplateMember, name: z.string() })),
})
export type SharingTemplate = z.infer<typeof SharingTemplate>

export const NewSharingTemplate = z.strictObject({
  way: SharingWay,
  members: z.array(z.strictObject(TemplateMember)).check(z.minLength(sharers.min), z.maxLength(sharers.max)),
})
export type NewSharingTemplate = z.infer<typeof NewSharingTemplate>

const templateOfRestaurant = {
  path: '/user/sharing-template/:restId',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: z.object({ template: z.nullable(SharingTemplate) }),
} as const

/** 403 for an employee who is not the default one. */
export const getSharingTemplate = endpoint({
  ...templateOfRestaurant,
  method: 'GET',
  summary: 'The template of a restaurant for sharing a sum, which its default employees have in common',
})

/** 403 for an employee who is not the default one; 404 for an employee of another restaurant. */
export const saveSharingTemplate = endpoint({
  ...templateOfRestaurant,
  method: 'POST',
  summary: 'Replace the template of a restaurant',
  body: NewSharingTemplate,
})
