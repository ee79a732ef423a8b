import type { Employee } from '@portal/contracts/employee'
import type { User } from '@portal/contracts/session'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { toUser } from '../../identity/session/service.ts'
import { userRows } from '../../identity/users/repository.ts'
import { newestSeqQuery } from '../../messages/live/notify.ts'
import { employeeRows, toEmployee } from '../../staff/employees/repository.ts'

type BootstrapUser = {
  user: User
  employees: Employee[]
  /** The number of the user's newest hint. Later hints report all changes of what is read here and afterwards. */
  liveSeq: number
  rights: string[]
}

/** Reads the user and what the first page needs in one query. */
export async function readBootstrapUser(db: Db, userId: string): Promise<BootstrapUser> {
  const row = await userRows(db)
    .select(['rights', newestSeqQuery(userId).as('live_seq'), jsonArrayFrom(employeeRows(db, userId)).as('employees')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { user: toUser(row), employees: row.employees.map(toEmployee), liveSeq: row.live_seq, rights: row.rights }
}
