import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow } from '../../db/dates.ts'
import { MAX_LIVING_CODES } from '../devices/guessing-limits.ts'
import { type PhoneOtpPurpose, phoneOtpPurposes } from './otp-text.ts'
import type { SentOtp } from './resend.ts'

/**
 * Lets one request of a subject at a time send a code. Otherwise two requests could both find the last one old enough.
 */
export async function lockSubject(trx: Db, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${subject}`}, 0))`.execute(trx)
}

/** Returns the seconds until the block of the subject ends; 0 if it is not blocked. */
export async function readBlockSeconds(db: Db, subject: string): Promise<number> {
  const { wait } = await db
    .selectFrom('otp')
    .select(sql<number>`coalesce(ceil(extract(epoch from max(blocked_until) - clock_timestamp())), 0)::int`.as('wait'))
    .where('subject', '=', subject)
    .where('blocked_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return wait
}

/** Returns the codes of the last day, newest first. */
export async function readRecentCodes(db: Db, subject: string): Promise<SentOtp[]> {
  return await db
    .selectFrom('otp')
    .select([
      'purpose',
      'bound_to as boundTo',
      sql<number>`floor(extract(epoch from clock_timestamp() - created_at))::int`.as('age'),
      sql<boolean>`consumed_at is not null`.as('isUsed'),
    ])
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(isDatedByNow(sql.ref('created_at')))
    .orderBy('id', 'desc')
    .execute()
}

export type NewOtp = {
  subject: string
  purpose: string
  phone: string
  boundTo: string | null
  hmac: Buffer
  attempts: number
  lifetime: number
}

export async function addOtp(trx: Db, otp: NewOtp): Promise<number> {
  const { subject, purpose, phone, boundTo, hmac, attempts, lifetime } = otp
  const { id } = await trx
    .insertInto('otp')
    .values({
      subject,
      purpose,
      phone,
      bound_to: boundTo,
      code_hmac: hmac,
      attempts_left: attempts,
      created_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${lifetime})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteOtp(db: Db, id: number): Promise<void> {
  await db.deleteFrom('otp').where('id', '=', id).execute()
}

/**
 * Locks and returns the newest unused code. With `purpose` or `boundTo`, only codes for these count. The lock makes
 * simultaneous guesses count one by one.
 */
export async function lockLatest(
  trx: Db,
  subject: string,
  { purpose, boundTo }: { purpose?: string | undefined; boundTo?: readonly string[] | undefined },
) {
  let query = trx
    .selectFrom('otp')
    .select(['id', 'purpose', 'code_hmac', 'attempts_left', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('subject', '=', subject)
    .where('consumed_at', 'is', null)
  if (purpose !== undefined) query = query.where('purpose', '=', purpose)
  if (boundTo !== undefined) query = query.where('bound_to', 'in', boundTo)
  return await query.orderBy('id', 'desc').limit(1).forUpdate().executeTakeFirst()
}

/**
 * Finds the valid codes of a phone, for a caller who is not signed in as its user: the newest codes of all purposes and
 * requesters. A used code still counts as one of them, so that using it does not make an older one valid again.
 */
export async function findLivingPhoneCodes(db: Db, phone: string, purpose: PhoneOtpPurpose | undefined) {
  const newest = db
    .selectFrom('otp')
    .select(['id', 'subject', 'purpose', 'code_hmac', 'expires_at', 'consumed_at'])
    .where('phone', '=', phone)
    .where('purpose', 'in', phoneOtpPurposes)
    .orderBy('id', 'desc')
    .limit(MAX_LIVING_CODES)
  return await db
    .selectFrom(newest.as('code'))
    .select(['id', 'subject', 'purpose', 'code_hmac'])
    .where('purpose', 'in', purpose ? [purpose] : phoneOtpPurposes)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** Returns how many guesses are left. After the last one the subject is blocked for `block` seconds. */
export async function countWrongGuess(trx: Db, id: number, block: number): Promise<number> {
  const { attempts_left } = await trx
    .updateTable('otp')
    .set({
      attempts_left: sql<number>`attempts_left - 1`,
      blocked_until: sql<Date | null>`case when attempts_left = 1 then now() + make_interval(secs => ${block}) end`,
    })
    .where('id', '=', id)
    .returning('attempts_left')
    .executeTakeFirstOrThrow()
  return attempts_left
}

export async function markConsumed(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .updateTable('otp')
    .set({ consumed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the valid codes of a user, including those for a recovery. */
export async function endCodes(trx: Db, userId: string): Promise<void> {
  await sql`
    update otp set expires_at = now()
    where (subject = ${userId} or purpose = 'recovery' and phone = (select phone from user_account where id = ${userId}))
      and consumed_at is null and expires_at > now()`.execute(trx)
}

/** Makes the user's earlier codes, and the guesses of them, no longer count. */
export async function forgetCodes(trx: Db, userId: string): Promise<void> {
  await sql`
    update otp set consumed_at = coalesce(consumed_at, now()), blocked_until = null
    where subject = ${userId} and (consumed_at is null or blocked_until is not null)`.execute(trx)
}
