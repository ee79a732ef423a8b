import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import { setOperationStatus } from '../operations/feed.ts'
import { type KnownTip, markTipsCompleted } from './repository.ts'

type AdjustmentRow = Omit<Database['tip_adjustment'], 'created_at'>

/** Returns all adjustments of tips. */
export async function findAdjustments(trx: Db, tips: readonly string[]): Promise<AdjustmentRow[]> {
  return await trx.selectFrom('tip_adjustment').selectAll().where(sql<boolean>`tip = any(${tips}::text[])`).execute()
}

export async function findAdjustmentsById(db: Db, externalIds: readonly string[]): Promise<AdjustmentRow[]> {
  return await db
    .selectFrom('tip_adjustment')
    .selectAll()
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute()
}

export async function insertAdjustments(trx: Db, adjustments: readonly AdjustmentRow[]): Promise<void> {
  await sql`
    insert into tip_adjustment (external_id, tip, kind, change, while_pending, operation_id)
    select external_id, tip, kind, change, while_pending, operation_id
    from json_to_recordset(${JSON.stringify(adjustments)}::json) as row (external_id text, tip text, kind text,
      change bigint, while_pending boolean, operation_id uuid)`.execute(trx)
}

/** Marks tips and their adjustments as completed. */
export async function completeTips(
  trx: Db,
  tips: readonly Pick<KnownTip, 'external_id' | 'operation_id'>[],
  adjustments: readonly Pick<AdjustmentRow, 'operation_id'>[],
): Promise<void> {
  await markTipsCompleted(
    trx,
    tips.map((tip) => tip.external_id),
  )
  await setOperationStatus(
    trx,
    [...tips, ...adjustments].map((line) => line.operation_id),
    'completed',
  )
}

/** A booked tip with what adjustments depend on. `left`: kopecks after its adjustments so far. */
export type AdjustableTip = Pick<KnownTip, 'external_id' | 'employee_id' | 'status' | 'operation_id'> & {
  paid_at: Date
  user_id: string
  restaurant_id: string
  /** The number of its operation. */
  number: number
  left: number
}

export async function findAdjustableTips(db: Db, externalIds: readonly string[]): Promise<AdjustableTip[]> {
  const { rows } = await sql<AdjustableTip>`
    select t.external_id, t.employee_id, t.status, t.operation_id, t.paid_at, e.user_id, e.restaurant_id, o.number,
      t.amount + coalesce((select sum(change) from tip_adjustment a where a.tip = t.external_id), 0)::bigint as left
    from tip t join employee e on e.id = t.employee_id join operation o on o.id = t.operation_id
    where t.external_id = any(${externalIds}::text[])`.execute(db)
  return rows
}
