import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { userRows } from '../../identity/users/repository.ts'
import { newestSeqQuery } from '../../messages/live/notify.ts'
import { employeeRows } from '../../staff/employees/repository.ts'

/** Reads the user and what the first page needs in one query. `live_seq` is the number of the user's newest hint. */
export async function getBootstrapUserRow(db: Db, userId: string) {
  return await userRows(db)
    .select(['rights', newestSeqQuery(userId).as('live_seq'), jsonArrayFrom(employeeRows(db, userId)).as('employees')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
