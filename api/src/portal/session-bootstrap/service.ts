import type { Employee } from '@portal/contracts/employee'
import type { User } from '@portal/contracts/session'
import type { Db } from '../../db/connect.ts'
import { toUser } from '../../identity/session/service.ts'
import { toEmployee } from '../../staff/employees/repository.ts'
import { getBootstrapUserRow } from './repository.ts'

/**
 * `liveSeq`: the number of the user's newest hint. A later hint reports all changes of what is read here and
 * afterwards.
 */
export async function readBootstrapUser(
  db: Db,
  userId: string,
): Promise<{ user: User; employees: Employee[]; liveSeq: number; rights: string[] }> {
  const row = await getBootstrapUserRow(db, userId)
  return { user: toUser(row), employees: row.employees.map(toEmployee), liveSeq: row.live_seq, rights: row.rights }
}
