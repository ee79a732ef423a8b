import { LOWERED_LIMIT_RUBLES } from '@portal/contracts/payout-method'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * The lowered limit (in kopecks) after a password recovery, a change of the phone or a new payout method, and how long
 * it holds. All new methods share one limit. Otherwise a thief could raise it by adding cards.
 */
export const COOLING = { hours: 24, limit: LOWERED_LIMIT_RUBLES * 100 } as const

/** `methodId`: the new payout method. Null if the limit holds for all money that leaves the user's wallets. */
export type Cooling = {
  reason: 'recovery' | 'phone' | 'method'
  methodId: string | null
  until: Date
  /** Kopecks that may still leave the wallets until then. */
  left: number
}

const hours = sql`make_interval(hours => ${sql.lit(COOLING.hours)})`

/**
 * A condition for another query: whether `readCoolings` would return anything. Most users have no lowered limit, so
 * they do not need a second query.
 */
export function hasCooling(userId: string) {
  return sql<boolean>`(
    exists (select from user_account where id = ${userId} and greatest(recovered_at, phone_changed_at) > clock_timestamp() - ${hours})
    or exists (select from payout_binding where user_id = ${userId} and deleted_at is null and confirmed_at > clock_timestamp() - ${hours}))`
}

/** Finds the limits on a money order, strictest first: the user's own and, with `methodId`, those of that method. */
export async function findCoolings(db: Db, userId: string, methodId?: string): Promise<Cooling[]> {
  const coolings = await readCoolings(db, userId)
  return coolings.filter((cooling) => cooling.methodId === null || cooling.methodId === methodId)
}

/** Reads all coolings of a user, including those of each new payout method, strictest first. */
export async function readCoolings(db: Db, userId: string): Promise<Cooling[]> {
  const { rows } = await sql<Cooling>`
    with spent as (
      select coalesce(sum(amount) filter (where while_cooling), 0) as by_user,
        coalesce(sum(amount) filter (where to_new_method), 0) as to_new_methods
      from payout
      where user_id = ${userId} and (while_cooling or to_new_method) and status <> 'canceled'
        and created_at > statement_timestamp() - ${hours}
    ), began as (
      select 'recovery' as reason, null::uuid as binding_id, recovered_at as at from user_account where id = ${userId}
      union all
      select 'phone', null, phone_changed_at from user_account where id = ${userId}
      union all
      select 'method', id, confirmed_at from payout_binding where user_id = ${userId} and deleted_at is null
    )
    select reason, binding_id as "methodId", at + ${hours} as until,
      greatest(0, ${COOLING.limit} - case when binding_id is null then by_user else to_new_methods end)::bigint as left
    from began, spent
    where at > clock_timestamp() - ${hours}
    order by 4, 3 desc`.execute(db)
  return rows
}
