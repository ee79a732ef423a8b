import type { SupportView } from '@portal/contracts/admin/support'
import { sql } from 'kysely'
import { isAlive } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { isLocked } from '../../identity/app-lock/repository.ts'
import { readPhoneWait } from '../../identity/session/login-budget.ts'
import { getUserRow } from '../../identity/users/repository.ts'
import { readUserBalances } from '../../money/balance/service.ts'
import { listUserOperations } from '../../money/operations/service.ts'
import { listRecords } from '../../payouts/operators/records.ts'
import { listUserPayouts } from '../../payouts/service.ts'
import { getUserRecord } from '../../staff/users/repository.ts'

/** @throws Problem 404 */
export async function readSupportView(db: Db, userId: string): Promise<SupportView> {
  const user = await getUserRecord(db, userId)
  const { phone } = await getUserRow(db, userId)
  const { total, byRestaurant } = await readUserBalances(db, userId)
  return {
    user,
    ...(await countSessions(db, userId)),
    sign_in_wait: await readPhoneWait(db, phone),
    balance: total,
    balances: Object.fromEntries(byRestaurant),
    unfinished_payouts: [
      ...(await listRecords(db, { user: userId, status: 'pending' })),
      ...(await listRecords(db, { user: userId, status: 'processing' })),
    ],
    operations: (await listUserOperations(db, userId, {})).items,
    payouts: (await listUserPayouts(db, userId, {})).items,
  }
}

async function countSessions(db: Db, userId: string): Promise<Pick<SupportView, 'sessions' | 'locked_sessions'>> {
  return await db
    .selectFrom('session')
    .leftJoin('app_lock', 'app_lock.session_id', 'session.id')
    .select([
      sql<number>`count(*)::int`.as('sessions'),
      sql<number>`(count(*) filter (where ${isLocked}))::int`.as('locked_sessions'),
    ])
    .where('user_id', '=', userId)
    .where(isAlive)
    .executeTakeFirstOrThrow()
}
