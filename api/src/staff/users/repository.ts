import type { UserRecord } from '@portal/contracts/admin/user'
import { maskPhone } from '@portal/contracts/phone-text'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import { readEmployeeRecords, userName } from '../employees/repository.ts'

/** @throws Problem 404 */
export async function getUserRecord(db: Db, id: string): Promise<UserRecord> {
  const row = await db
    .selectFrom('user_account as u')
    .select([
      'u.id',
      userName.as('name'),
      'u.phone',
      'u.created_at',
      'u.disabled_at',
      'u.rights',
      sql<Date | null>`(select max(last_seen_at) from session s where s.user_id = u.id)`.as('last_seen_at'),
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
  const { phone, created_at, disabled_at, last_seen_at, rights, ...user } = requireFound(row)
  return {
    ...user,
    rights,
    phone_masked: maskPhone(phone),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    blocked_at: disabled_at?.toISOString() ?? null,
    employees: await readEmployeeRecords(db, id),
  }
}
