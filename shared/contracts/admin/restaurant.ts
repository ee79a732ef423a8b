import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { NewExternalId } from '../external-id.ts'
import { oneLine } from '../free-text.ts'
import { TimeZone } from '../time-zone.ts'
import { writtenText } from '../written-text.ts'
import { Decision, Reason } from './reason.ts'

const Name = writtenText(100).check(z.minLength(1), oneLine())

/** The providers that the portal can pay out with. 422 `provider_not_configured`: the settings do not name it. */
export const PayoutProvider = z.enum(['sandbox', 'yookassa'])

/** A restaurant as operators see it. */
export const RestaurantRecord = z.object({
  id: z.string(),
  /** The restaurant's id in its own systems. */
  external_id: z.nullable(z.string()),
  name: z.string(),
  /** The bank's name, which users see. */
  bank: z.string(),
  /** The provider that pays to its employees. Null: the provider in the setting `BANK`. */
  payout_provider: z.nullable(PayoutProvider),
  time_zone: z.string(),
  /** The percent of the fee of withdrawals that the restaurant bears. */
  fee_share: z.int(),
  /** Employees who are not dismissed. */
  employees: z.int(),
  closed_at: z.nullable(z.iso.datetime({ offset: true })),
})
export type RestaurantRecord = z.infer<typeof RestaurantRecord>

/** The id of the restaurant, or its external id. */
const params = z.object({ id: z.string() })
const common = { access: 'admin', response: RestaurantRecord } as const

export const listRestaurants = endpoint({
  method: 'GET',
  path: '/admin/restaurants',
  summary: 'List all restaurants by name',
  access: 'admin',
  response: items(RestaurantRecord),
})

export const getRestaurant = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/restaurants/:id',
  summary: 'Get one restaurant',
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
  /** 0 by default: the restaurant bears nothing. */
  fee_share: z.optional(FeeShare),
  reason: z.optional(Reason),
})
export type NewRestaurant = z.infer<typeof NewRestaurant>

/**
 * A `fee_share` needs two operators. 409 `external_id_taken`. 422 `provider_not_configured`, `time_zone_unknown`.
 */
export const createRestaurant = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/restaurants',
  summary: 'Add a restaurant to the portal',
  body: NewRestaurant,
  status: 201,
  mayBeProposed: true,
})

export const RestaurantChange = z.strictObject({
  name: z.optional(Name),
  external_id: z.optional(z.nullable(NewExternalId)),
  /** Cards and phones that are registered with the old bank stay stored, but cannot be chosen until it is back. */
  bank: z.optional(Name),
  /** Payouts that are not finished stay with their provider. Users may have to add their cards again. */
  payout_provider: z.optional(z.nullable(PayoutProvider)),
  /** Days in the past stay as they were counted. */
  time_zone: z.optional(TimeZone),
  /** Payouts that were already ordered keep their share. */
  fee_share: z.optional(FeeShare),
  reason: z.optional(Reason),
})
export type RestaurantChange = z.infer<typeof RestaurantChange>

/**
 * Absent fields stay as they are. A change of `fee_share` needs two operators. 404 `not_found`. 409
 * `external_id_taken`. 422 `provider_not_configured`, `time_zone_unknown`.
 */
export const changeRestaurant = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin/restaurants/:id',
  summary: 'Change a restaurant: its name, bank, provider, time zone, external id or share of the fee',
  params,
  body: RestaurantChange,
  mayBeProposed: true,
})

/**
 * Nobody can join the restaurant any more. Its employees can still see it in the portal and withdraw their balance.
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
