import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { NewExternalId } from '../external-id.ts'
import { oneLine } from '../free-text.ts'
import { TimeZone } from '../time-zone.ts'
import { writtenText } from '../written-text.ts'
import { Decision, Reason } from './reason.ts'

const Name = writtenText(100).check(z.minLength(1), oneLine())

/** The adapters of `docs/banks.md`; one that the settings do not name is 422 `provider_not_configured`. */
export const PayoutProvider = z.enum(['sandbox', 'yookassa'])

/** A restaurant as operators see it. */
export const RestaurantRecord = z.object({
  id: z.string(),
  /** What the restaurant's own systems call it. */
  external_id: z.nullable(z.string()),
  name: z.string(),
  /** The bank's name, which waiters see. */
  bank: z.string(),
  /** The provider that pays its people out; null: the one in the setting BANK. */
  payout_provider: z.nullable(PayoutProvider),
  time_zone: z.string(),
  /** Percent of the fee of withdrawals that the restaurant bears. */
  fee_share: z.int(),
  /** Employees who are not dismissed. */
  employees: z.int(),
  closed_at: z.nullable(z.iso.datetime({ offset: true })),
})
export type RestaurantRecord = z.infer<typeof RestaurantRecord>

/** The restaurant's own id, or its external id. */
const params = z.object({ id: z.string() })
const common = { access: 'admin', response: RestaurantRecord } as const

export const listRestaurants = endpoint({
  method: 'GET',
  path: '/admin/restaurants',
  summary: 'All restaurants by name',
  access: 'admin',
  response: items(RestaurantRecord),
})

export const getRestaurant = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/restaurants/:id',
  summary: 'One restaurant',
  params,
})

const FeeShare = z.int().check(z.minimum(0), z.maximum(100))

export const NewRestaurant = z.strictObject({
  name: Name,
  external_id: z.optional(NewExternalId),
  bank: Name,
  payout_provider: z.optional(PayoutProvider),
  /** Moscow by default. */
  time_zone: z.optional(TimeZone),
  /** By default the restaurant bears no share. */
  fee_share: z.optional(FeeShare),
  reason: z.optional(Reason),
})
export type NewRestaurant = z.infer<typeof NewRestaurant>

/**
 * A share of the fee needs two operators. 409 `external_id_taken`; 422 `provider_not_configured`, `time_zone_unknown`.
 */
export const createRestaurant = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/restaurants',
  summary: 'Put a restaurant on the portal',
  body: NewRestaurant,
  status: 201,
  mayBeProposed: true,
})

export const RestaurantChange = z.strictObject({
  name: z.optional(Name),
  external_id: z.optional(z.nullable(NewExternalId)),
  /** Cards and phones of another bank stay stored and cannot be chosen until the bank is theirs again. */
  bank: z.optional(Name),
  /** Payouts that are on their way stay with the provider that has them; its cards may have to be added again. */
  payout_provider: z.optional(z.nullable(PayoutProvider)),
  /** Days that have passed stay as they were counted. */
  time_zone: z.optional(TimeZone),
  /** Payouts that were ordered before stay as they were ordered. */
  fee_share: z.optional(FeeShare),
  reason: z.optional(Reason),
})
export type RestaurantChange = z.infer<typeof RestaurantChange>

/**
 * What is absent stays. Another share of the fee needs two operators. 404, 409 `external_id_taken`, 422
 * `provider_not_configured`, `time_zone_unknown`.
 */
export const changeRestaurant = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin/restaurants/:id',
  summary: 'Rename a restaurant, or change its bank or time zone',
  params,
  body: RestaurantChange,
  mayBeProposed: true,
})

/**
 * No user can join it any more. Its employees still see it in the portal and withdraw what they have earned.
 * Repeating it changes nothing.
 */
export const closeRestaurant = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/restaurants/:id/close',
  summary: 'Close a restaurant',
  params,
  body: Decision,
})

export const reopenRestaurant = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/restaurants/:id/reopen',
  summary: 'Reopen a closed restaurant',
  params,
  body: Decision,
})
