import type { Operation } from '@portal/contracts/operation'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow } from '../../db/dates.ts'
import type { Database } from '../../db/schema.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'

export type OperationType = Database['operation']['type']
export type OperationStatus = Database['operation']['status']
export type FeedType = Database['operation_feed']['type']

export type NewOperation = {
  employeeId: string
  userId: string
  type: OperationType
  /** Kopecks. */
  amount: number
  fee?: number
  /** The part of the fee that the restaurant pays in addition. */
  restaurantFee?: number
  status: OperationStatus
  title: string
  payoutId?: string
  /** The number of its payout. By default the operation gets the next number. */
  number?: number
  rating?: number | undefined
  comment?: string | undefined
  /** When it happened; by default now. */
  at?: Date
}

/**
 * Adds operations to their lists in the given order, and returns their ids. The caller has locked the wallets. The
 * counts of the lists stay locked until the transaction ends.
 *
 * A new operation is the last one of its lists by date and id, and never dated in the future. A late operation gets the
 * date of its predecessor, unless a wrong clock has dated that predecessor in the future.
 */
export async function addOperations(trx: Db, operations: readonly NewOperation[]): Promise<string[]> {
  if (operations.length === 0) return []
  await addToCounts(trx, operations)
  // Ids of the same millisecond are not in order.
  const ids = operations.map(() => uuidV7()).sort()
  const dateAfterTheLast = await readLastDates(trx, operations)
  const rows = operations.map((operation, index) => {
    const id = ids[index] ?? ''
    return {
      id,
      employee_id: operation.employeeId,
      user_id: operation.userId,
      type: operation.type,
      amount: operation.amount,
      fee: operation.fee ?? 0,
      restaurant_fee: operation.restaurantFee ?? 0,
      status: operation.status,
      title: operation.title,
      payout_id: operation.payoutId,
      number: operation.number,
      rating: operation.rating,
      comment: operation.comment,
      created_at: dateAfterTheLast(operation, id),
    }
  })
  // One parameter for all rows, so that the query is prepared once.
  await sql`
    insert into operation (id, employee_id, user_id, type, amount, fee, restaurant_fee, status, title, payout_id, number, rating, comment,
      created_at)
    select id, employee_id, user_id, type, amount, fee, restaurant_fee, status, title, payout_id,
      coalesce(number, nextval('payout_number_seq')), rating, comment, created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, employee_id uuid, user_id uuid, type text,
      amount bigint, fee bigint, restaurant_fee bigint, status text, title text, payout_id uuid, number bigint, rating int, comment text,
      created_at timestamptz)`.execute(trx)
  return ids
}

/** `transfer_in` → `transfer`. Refunds and adjustments of tips are only in the feed of all types. */
function toFeedType(type: OperationType): FeedType | null {
  if (type === 'tip' || type === 'payout') return type
  return type === 'transfer_in' || type === 'transfer_out' ? 'transfer' : null
}

/** Adds the operations to the stored counts of their lists. */
async function addToCounts(trx: Db, operations: readonly NewOperation[]): Promise<void> {
  const added = new Map<string, { owner_id: string; type: FeedType; count: number }>()
  for (const { employeeId, userId, type } of operations) {
    const family = toFeedType(type)
    for (const owner_id of [employeeId, userId]) {
      for (const feed of family ? (['all', family] as const) : (['all'] as const)) {
        const key = `${owner_id} ${feed}`
        added.set(key, { owner_id, type: feed, count: (added.get(key)?.count ?? 0) + 1 })
      }
    }
  }
  // The rows always have the same order, so that two transactions with the same lists cannot wait for each other.
  const inOrder = [...added.keys()].sort().flatMap((key) => added.get(key) ?? [])
  await sql`
    insert into operation_feed as feed (owner_id, type, count)
    select owner_id, type, count
    from json_to_recordset(${JSON.stringify(inOrder)}::json) as added (owner_id uuid, type text, count bigint)
    on conflict (owner_id, type) do update set count = feed.count + excluded.count`.execute(trx)
}

/**
 * Reads the date that new operations of each user must follow. An employee's operations are also in the user's list, so
 * the last operation of all the user's employees decides for both lists. Operations of the same date are ordered by id.
 * If the clocks of two servers differ, a new id may not be the greatest; the operation is then dated a millisecond
 * later.
 */
async function readLastDates(trx: Db, operations: readonly NewOperation[]) {
  const userIds = [...new Set(operations.map(({ userId }) => userId))]
  const { rows } = await sql<{ user_id: string; now: Date; last: Date | null; last_id: string | null }>`
    select u.user_id, clock_timestamp() as now, newest.id as last_id,
      date_trunc('milliseconds', newest.created_at + interval '999 microseconds') as last
    from unnest(${userIds}::uuid[]) as u(user_id) left join lateral (
      select last.created_at, last.id from employee e cross join lateral (
        select created_at, id from operation where employee_id = e.id and ${isDatedByNow(sql.ref('created_at'))}
        order by created_at desc, id desc limit 1
      ) as last where e.user_id = u.user_id order by 1 desc, 2 desc limit 1
    ) as newest on true`.execute(trx)
  const bounds = new Map(
    rows.map(({ user_id, now, last, last_id }) => [user_id, { now: +now, last: +(last ?? 0), lastId: last_id ?? '' }]),
  )
  return ({ userId, at }: NewOperation, id: string): Date => {
    const bound = bounds.get(userId)
    if (!bound) throw new Error(`no user ${userId}`)
    const date = Math.max(bound.last, Math.min(at ? +at : bound.now, bound.now))
    bound.last = date === bound.last && id < bound.lastId ? date + 1 : date
    bound.lastId = id
    return new Date(bound.last)
  }
}

export async function setOperationStatus(
  trx: Db,
  operationIds: readonly string[],
  status: OperationStatus,
): Promise<void> {
  if (operationIds.length === 0) return
  await trx.updateTable('operation').set({ status }).where(sql<boolean>`id = any(${operationIds}::uuid[])`).execute()
}

/** Changes the sender's operation of a payout or a held transfer after the decision of the bank or an operator. */
export async function setPayoutOperationStatus(trx: Db, payoutId: string, status: OperationStatus): Promise<void> {
  await trx
    .updateTable('operation')
    .set({ status })
    .where('payout_id', '=', payoutId)
    .where('type', 'in', ['payout', 'transfer_out'])
    .execute()
}

const directions = {
  tip: 'in',
  payout: 'out',
  transfer_in: 'in',
  transfer_out: 'out',
  refund: 'in',
  correction_in: 'in',
  correction_out: 'out',
  chargeback: 'out',
} satisfies Record<OperationType, Operation['direction']>

export function operationDirection(type: OperationType): Operation['direction'] {
  return directions[type]
}
