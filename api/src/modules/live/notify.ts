import type { LiveEvent } from '@portal/shared/contracts/live-event'
import type { Db } from '../../db/connect.ts'

/** Tells the user's open pages that something changed. Call it after commit: NOTIFY in a money transaction queues all commits. */
export async function notifyUser(_db: Db, _userId: string, _event: Omit<LiveEvent, 'seq'>): Promise<void> {}
