import type { NewRestaurant, RestaurantChange, RestaurantRecord } from '@portal/contracts/admin/restaurant'
import { type Actor, addAuditEvent, addChangeEvent } from '../../base/audit/audit.ts'
import { requireSecondOperator } from '../../base/proposals/second-operator.ts'
import type { Db } from '../../db/connect.ts'
import { isKnownTimeZone } from '../../db/dates.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import { Problem } from '../../http/problem.ts'
import { externalIdTaken } from '../employees/external-id.ts'
import { getRestaurant, insertRestaurant, lockRestaurant, updateRestaurant } from './repository.ts'

/** A share of the fee needs two operators. @throws Problem 409 `external_id_taken`, 422 `time_zone_unknown` */
export async function createRestaurant(
  trx: Db,
  { reason, ...fields }: NewRestaurant,
  actor: Actor,
): Promise<RestaurantRecord> {
  await requireKnownTimeZone(trx, fields.time_zone)
  if (fields.fee_share) {
    const subject = { type: 'restaurant', id: fields.external_id ?? fields.name } as const
    await requireSecondOperator(trx, { action: 'restaurant_created', subject, actor, reason, change: fields })
  }
  const id = await insertRestaurant(trx, fields).catch(rejectTaken)
  const restaurant = await getRestaurant(trx, id)
  await addAuditEvent(trx, {
    action: 'restaurant_created',
    subject: { type: 'restaurant', id },
    actor,
    reason,
    after: auditedState(restaurant),
  })
  return restaurant
}

/**
 * Another share of the fee needs two operators. @throws Problem 404, 409 `external_id_taken`, 422 `time_zone_unknown`
 */
export async function changeRestaurant(
  trx: Db,
  id: string,
  { reason, ...fields }: RestaurantChange,
  actor: Actor,
): Promise<RestaurantRecord> {
  await requireKnownTimeZone(trx, fields.time_zone)
  const before = await lockRestaurant(trx, id)
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (fields.fee_share !== undefined && fields.fee_share !== before.fee_share) {
    const subject = { type: 'restaurant', id: before.id } as const
    await requireSecondOperator(trx, { action: 'restaurant_changed', subject, actor, reason, change: given })
  }
  if (Object.keys(given).length > 0) await updateRestaurant(trx, before.id, given).catch(rejectTaken)
  return await recordChange(trx, before, { action: 'restaurant_changed', actor, reason })
}

/** Closes a restaurant, or reopens it. Repeating it changes nothing. @throws Problem 404 */
export async function setClosed(
  trx: Db,
  id: string,
  isClosed: boolean,
  { reason, actor }: { reason: string; actor: Actor },
): Promise<RestaurantRecord> {
  const before = await lockRestaurant(trx, id)
  if ((before.closed_at !== null) === isClosed) return before
  await updateRestaurant(trx, before.id, { closed_at: isClosed ? new Date() : null })
  return await recordChange(trx, before, {
    action: isClosed ? 'restaurant_closed' : 'restaurant_reopened',
    actor,
    reason,
  })
}

type Change = {
  action: 'restaurant_changed' | 'restaurant_closed' | 'restaurant_reopened'
  actor: Actor
  reason: string | undefined
}

/** Records the fields that differ from `before`, if any, and returns the restaurant as it is now. */
async function recordChange(trx: Db, before: RestaurantRecord, change: Change): Promise<RestaurantRecord> {
  const after = await getRestaurant(trx, before.id)
  await addChangeEvent(trx, {
    ...change,
    subject: { type: 'restaurant', id: before.id },
    before: auditedState(before),
    after: auditedState(after),
  })
  return after
}

/** The contract checks only that Node knows the name, but PostgreSQL counts days and hours. */
async function requireKnownTimeZone(db: Db, time_zone: string | undefined): Promise<void> {
  if (time_zone === undefined || (await isKnownTimeZone(db, time_zone))) return
  throw new Problem(422, 'time_zone_unknown', { errors: { time_zone: ['time_zone_unknown'] } })
}

function rejectTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw externalIdTaken()
}

/** The fields that operators decide, without the number of employees. */
function auditedState({ id: _, employees: __, ...state }: RestaurantRecord) {
  return state
}
