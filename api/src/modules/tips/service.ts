import type { IncomingTip } from '@portal/shared/contracts/tips'
import type { Db } from '../../db/connect.ts'

/**
 * Books guests' tips to employees, all or none. A tip that is there already changes nothing, except that a pending one
 * may become completed. @throws Problem 422 for an unknown employee, 409 when a known tip comes with another amount or employee
 */
export async function bookTips(_db: Db, _tips: readonly IncomingTip[]): Promise<{ booked: number; repeated: number }> {
  throw new Error('not yet')
}
