import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'

export type BindingRow = Selectable<Database['payout_binding']> & { rest_ids: string[] }

/** Of every bank, or of one; the default one first. */
export async function findBindings(db: Db, userId: string, bank?: string): Promise<BindingRow[]> {
  return await db
    .selectFrom('payout_binding as b')
    .selectAll('b')
    .select(
      // The user's restaurants of that bank: all of them pay out to it.
      sql<string[]>`array(
        select r.id::text from employee e join restaurant r on r.id = e.restaurant_id
        where e.user_id = b.user_id and r.bank = b.bank order by r.name, r.id)`.as('rest_ids'),
    )
    .where('b.user_id', '=', userId)
    .where('b.deleted_at', 'is', null)
    .$if(bank !== undefined, (query) => query.where('b.bank', '=', bank ?? ''))
    .orderBy('b.is_default', 'desc')
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute()
}
