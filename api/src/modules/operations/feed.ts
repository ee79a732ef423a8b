import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow } from '../../db/dated-by-now.ts'
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
  /** What the restaurant pays of the fee beside it. */
  restaurantFee?: number
  status: OperationStatus
  title: string
  payoutId?: string
  /** The number of its payout; by default the next one. */
  number?: number
  rating?: number | undefined
  comment?: string | undefined
  /** When it happened; by default now. */
  at?: Date
}

/**
 * Adds operations to the feeds they belong to, in the given order. The caller has locked the wallets; the feeds stay
 * locked until the transaction ends. Returns their ids.
 *
 * An operation is never dated before its predecessor in a feed or after now: a late one is dated when it arrived. A
 * predecessor that a wrong clock has dated in the future does not count.
 */
export async function addOperations(trx: Db, operations: readonly NewOperation[]): Promise<string[]> {
  if (operations.length === 0) return []
  const takeNumber = await takeNumbers(trx, operations)
  const dateOf = await datesAfterTheLast(trx, operations)
  // Ids of one millisecond are in no order, and would leave gaps in their index.
  const ids = operations.map(() => uuidV7()).sort()
  const rows = operations.map((operation, index) => {
    const family = feedTypeOf(operation.type)
    return {
      id: ids[index],
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
      created_at: dateOf(operation),
      employee_seq: takeNumber(operation.employeeId, 'all'),
      employee_type_seq: family && takeNumber(operation.employeeId, family),
      user_seq: takeNumber(operation.userId, 'all'),
      user_type_seq: family && takeNumber(operation.userId, family),
    }
  })
  // One parameter for all rows, so that the query is prepared once.
  await sql`
    insert into operation (id, employee_id, user_id, type, amount, fee, restaurant_fee, status, title, payout_id, number, rating, comment,
      created_at, employee_seq, employee_type_seq, user_seq, user_type_seq)
    select id, employee_id, user_id, type, amount, fee, restaurant_fee, status, title, payout_id,
      coalesce(number, nextval('payout_number_seq')), rating, comment,
      created_at, employee_seq, employee_type_seq, user_seq, user_type_seq
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, employee_id uuid, user_id uuid, type text,
      amount bigint, fee bigint, restaurant_fee bigint, status text, title text, payout_id uuid, number bigint, rating int, comment text,
      created_at timestamptz, employee_seq bigint, employee_type_seq bigint, user_seq bigint, user_type_seq bigint)`.execute(
    trx,
  )
  return ids
}

/** `transfer_in` → `transfer`; refunds and adjustments of tips are in no feed of one type. */
function feedTypeOf(type: OperationType): FeedType | null {
  if (type === 'tip' || type === 'payout') return type
  return type === 'transfer_in' || type === 'transfer_out' ? 'transfer' : null
}

/** Reserves as many numbers in each feed as there are operations for it. */
async function takeNumbers(trx: Db, operations: readonly NewOperation[]) {
  const needed = new Map<string, { owner_id: string; type: FeedType; count: number }>()
  for (const { employeeId, userId, type } of operations) {
    const family = feedTypeOf(type)
    for (const owner_id of [employeeId, userId]) {
      for (const feed of family ? (['all', family] as const) : (['all'] as const)) {
        const key = `${owner_id} ${feed}`
        needed.set(key, { owner_id, type: feed, count: (needed.get(key)?.count ?? 0) + 1 })
      }
    }
  }
  // In one order, so that two transactions over the same feeds cannot wait for each other.
  const inOrder = [...needed.keys()].sort().flatMap((key) => needed.get(key) ?? [])
  const { rows: feeds } = await sql<{ owner_id: string; type: FeedType; count: number }>`
    insert into operation_feed as feed (owner_id, type, count)
    select owner_id, type, count
    from json_to_recordset(${JSON.stringify(inOrder)}::json) as needed (owner_id uuid, type text, count bigint)
    on conflict (owner_id, type) do update set count = feed.count + excluded.count
    returning owner_id, type, count`.execute(trx)
  const next = new Map<string, number>()
  for (const { owner_id, type, count } of feeds) {
    const key = `${owner_id} ${type}`
    next.set(key, count - (needed.get(key)?.count ?? 0) + 1)
  }
  return (ownerId: string, type: FeedType): number => {
    const key = `${ownerId} ${type}`
    const number = next.get(key)
    if (number === undefined) throw new Error(`no number was reserved in feed ${key}`)
    next.set(key, number + 1)
    return number
  }
}

/**
 * Every operation of an employee is in its user's feed too,
 * so the last date of all employees of the user bounds all four.
 */
async function datesAfterTheLast(trx: Db, operations: readonly NewOperation[]) {
  const userIds = [...new Set(operations.map(({ userId }) => userId))]
  const { rows } = await sql<{ user_id: string; now: Date; last: Date | null }>`
    select u.user_id, clock_timestamp() as now,
      (select max(newest.created_at) from employee e cross join lateral (
        select created_at from operation where employee_id = e.id and ${isDatedByNow(sql.ref('created_at'))} order by employee_seq desc limit 1
      ) as newest where e.user_id = u.user_id) as last
    from unnest(${userIds}::uuid[]) as u(user_id)`.execute(trx)
  const bounds = new Map(rows.map(({ user_id, now, last }) => [user_id, { now: +now, last: +(last ?? 0) }]))
  return ({ userId, at }: NewOperation): Date => {
    const bound = bounds.get(userId)
    if (!bound) throw new Error(`no user ${userId}`)
    bound.last = Math.max(bound.last, Math.min(at ? +at : bound.now, bound.now))
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
