import type { QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { listSharings, Sharing, SharingLine } from '@portal/contracts/sharing'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { entriesBefore, PER_PAGE, pagePosition, parseAsOf } from '../../http/numbered-pages.ts'
import { requireFound } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { countPayouts } from '../repository.ts'

/** A sharing is a payout with a `sharing_way`. */
function sharings(db: Db) {
  return db
    .selectFrom('payout as p')
    .where('p.sharing_way', 'is not', null)
    .select([
      'p.id',
      'p.number',
      'p.amount',
      'p.status',
      'p.created_at',
      'p.comment',
      'p.sharing_way as way',
      sql<number>`(select count(*) from payout_share s where s.payout_id = p.id)`.as('people'),
    ])
    .$narrowType<{ way: Sharing['way'] }>()
}

type Row = InferResult<ReturnType<typeof sharings>>[number]

/** Lists what the user's employee has shared, newest first. @throws Problem 404 where the user does not work */
export async function listUserSharings(
  db: Db,
  userId: string,
  { restId, page = 1, as_of }: QueryOf<typeof listSharings>,
): Promise<ResponseOf<typeof listSharings>> {
  const { id } = await findOwnEmployee(db, userId, restId)
  // `employee_seq` numbers an employee's payouts. Those that came after the first page was read would shift the pages.
  const newestSeq = parseAsOf(as_of, await countPayouts(db, id))
  const own = sharings(db).where('p.employee_id', '=', id).where('p.employee_seq', '<=', newestSeq)
  const rows = await own.orderBy('p.employee_seq', 'desc').limit(PER_PAGE).offset(entriesBefore(page)).execute()
  const { total } = await own
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toLine), ...pagePosition(total, page), as_of: String(newestSeq) }
}

/** @throws Problem 404 for another user's sharing */
export async function getUserSharing(db: Db, userId: string, id: string): Promise<Sharing> {
  const row = requireFound(await sharings(db).where('p.id', '=', id).where('p.user_id', '=', userId).executeTakeFirst())
  const shares = await db
    .selectFrom('payout_share')
    .select(['employee_id', 'title', 'amount', 'weight'])
    .where('payout_id', '=', id)
    .orderBy('place')
    .execute()
  return {
    ...toLine(row),
    way: row.way,
    ...(row.comment !== null && { comment: row.comment }),
    shares: shares.map(({ employee_id, title, weight, amount }) => ({
      recipient_employee_id: employee_id,
      title,
      ...(weight !== null && { weight }),
      amount: amount / 100,
    })),
  }
}

function toLine({ id, number, amount, people, status, created_at }: Row): SharingLine {
  return { id, number: String(number), amount: amount / 100, people, status, created_at: created_at.toISOString() }
}
