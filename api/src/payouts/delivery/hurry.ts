import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { ProviderName } from '../../settings/providers.ts'

type Payment = { reference: string; payoutId: string | null }

/** The minimum of seconds between an attempt and one that a notification causes: anyone can send many notifications. */
export const MIN_HURRY_SECONDS = 5

/**
 * Makes a payout due after a notification of its provider: immediately, or some seconds after its last attempt. Finds
 * it by the provider's id of the payment, or by our id if no response had the provider's. While a worker has leased
 * the payout, no other worker may take it, and `endAttempt` makes it due.
 * Returns false if no request is needed now: the payout is settled, already due, or leased.
 */
export async function hurryPayout(db: Db, provider: ProviderName, { reference, payoutId }: Payment): Promise<boolean> {
  const ofPayment = (eb: ExpressionBuilder<Database, 'payout'>) =>
    eb.and([
      eb('payout.provider', '=', provider),
      eb.or([
        eb('payout.bank_reference', '=', reference),
        ...(payoutId === null
          ? []
          : [eb.and([eb('payout.id', '=', payoutId), eb('payout.bank_reference', 'is', null)])]),
      ]),
    ])
  // The notification may contradict a decision of the operators, so that is checked immediately.
  await db
    .updateTable('payout_decision')
    .set({ check_at: sql<Date>`clock_timestamp()` })
    .where('check_at', '>', sql<Date>`clock_timestamp()`)
    .where('payout_id', 'in', (eb) => eb.selectFrom('payout').select('payout.id').where(ofPayment))
    .execute()
  return await db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('payout')
      .select('id')
      .where(ofPayment)
      .where('status', '=', 'processing')
      .where('next_attempt_at', '>', sql<Date>`clock_timestamp()`)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (waiting.length === 0) return false
    // A separate statement, because it must see the attempts that were committed before the rows were locked.
    const { rows } = await sql<{ isDue: boolean }>`
      update payout set next_attempt_at = case
          when is_open then last.lease_ends_at + interval '1 second'
          else least(next_attempt_at, greatest(clock_timestamp(), last.finished_at + make_interval(secs => ${MIN_HURRY_SECONDS})))
        end
      from (
        select p.id, a.lease_ends_at, a.finished_at, a.finished_at is null and a.lease_ends_at > clock_timestamp() as is_open
        from payout p
        left join lateral (
          select lease_ends_at, finished_at from payout_attempt
          where payout_id = p.id and source = 'worker' order by payout_attempt.id desc limit 1
        ) as a on true
        where p.id = any(${waiting.map(({ id }) => id)}::uuid[])
      ) as last
      where payout.id = last.id
      returning next_attempt_at <= clock_timestamp() as "isDue"`.execute(trx)
    return rows.some(({ isDue }) => isDue)
  })
}
