import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { hire, openSession, password } from '../../e2e/fixtures/users.ts'
import { type DrillPortal, pageHeaders } from './portal.ts'

/**
 * Creates users who are about to change their password. The function that it returns sends the changes,
 * some of which may be lost.
 */
export async function preparePasswordChanges({ origin, database }: DrillPortal, count: number): Promise<() => void> {
  const sessions = await Promise.all(
    Array.from({ length: count }, async () => openSession(database, (await hire(database)).id)),
  )
  return () => {
    for (const session of sessions) {
      fetch(`${origin}/api/v1/user/password/change`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...pageHeaders(session) },
        body: JSON.stringify({ current_password: password, password: 'Тихий-причал-у-реки-17' }),
      }).catch(() => {})
    }
  }
}

/**
 * Waits until no message waits, and counts the changes that were made, and those that were not reported exactly once.
 */
export async function countPasswordNotices(database: pg.Pool) {
  while ((await database.query('select from security_notice')).rowCount) await delay(500)
  const { rows } = await database.query<{ changed: number; lost: number; repeated: number }>(
    `select count(*)::int as changed, count(*) filter (where sent = 0)::int as lost, count(*) filter (where sent > 1)::int as repeated
     from (select (select count(*) from sandbox.sms s where s.phone = u.phone and s.text like '%пароль изменён%') as sent
       from audit_event a join user_account u on u.id::text = a.subject_id where a.action = 'password_changed') as notices`,
  )
  return rows[0] ?? { changed: 0, lost: 0, repeated: 0 }
}
