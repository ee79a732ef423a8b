import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { notifyUser } from '../live/notify.ts'
import type { Bank, BankAnswer, BankOrder } from './bank.ts'
import { addEvent } from './repository.ts'
import { settle } from './settlement.ts'

/** How long one waits for the bank. */
const patience = 10_000
/** Seconds; longer than any delivery takes, so that a payout is in other hands only if these are dead. */
const lease = 15
/** Seconds between two questions about one payout. */
const longestPause = 300

/** A payout that this worker alone may bring to the bank, until the lease ends. */
export type Claim = { payoutId: string; attempt: number }

export async function claimDuePayout(db: Db): Promise<Claim | undefined> {
  const claim = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Claim>`
      update payout set status = 'processing', attempts = attempts + 1,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${lease})
      where id = (
        select id from payout
        where status in ('pending', 'processing') and next_attempt_at <= clock_timestamp()
        order by next_attempt_at limit 1 for update skip locked)
      returning id as "payoutId", attempts as attempt`.execute(trx)
    const [claimed] = rows
    if (claimed?.attempt === 1) await addEvent(trx, claimed.payoutId, 'processing')
    return claimed
  })
  if (claim?.attempt === 1) await notifyPayer(db, claim.payoutId)
  return claim
}

/**
 * Brings a claimed payout to the bank and books its answer. May die anywhere: whoever claims the payout next asks the
 * bank first. @throws what the bank threw; the payout stays `processing` and is tried again later
 */
export async function deliver(db: Db, bank: Bank, claim: Claim, signal: AbortSignal): Promise<void> {
  try {
    await book(db, claim.payoutId, await ask(db, bank, claim, AbortSignal.any([signal, AbortSignal.timeout(patience)])))
  } finally {
    await putOff(db, claim)
  }
}

async function ask(db: Db, bank: Bank, { payoutId, attempt }: Claim, signal: AbortSignal): Promise<BankAnswer> {
  if (attempt > 1) {
    const answer = await bank.status(payoutId, signal)
    if (answer.status !== 'unknown') return answer
  }
  return await bank.send(await readOrder(db, payoutId), signal)
}

/** Books an answer, asked for or not. */
export async function book(db: Db, payoutId: string, answer: BankAnswer): Promise<void> {
  if (answer.status === 'accepted') return
  if (await settle(db, payoutId, answer)) await notifyPayer(db, payoutId)
}

/** 1, 2, 4 … seconds; nothing when it is settled, or in other hands by now. */
async function putOff(db: Db, { payoutId, attempt }: Claim): Promise<void> {
  const seconds = Math.min(longestPause, 2 ** (attempt - 1))
  await db
    .updateTable('payout')
    .set({ next_attempt_at: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', payoutId)
    .where('attempts', '=', attempt)
    .where('status', '=', 'processing')
    .execute()
}

async function readOrder(db: Db, payoutId: string): Promise<BankOrder> {
  const row = await db
    .selectFrom('payout as p')
    .innerJoin('payout_binding as b', 'b.id', 'p.binding_id')
    .select(['p.amount', 'p.fee', 'b.type', 'b.card_token', 'b.last4', 'b.phone', 'b.sbp_bank_id'])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return {
    payoutId,
    amount: row.amount - row.fee,
    destination:
      row.type === 'card'
        ? { type: 'card', token: row.card_token ?? '', last4: row.last4 ?? '' }
        : { type: 'sbp', phone: row.phone ?? '', bankId: row.sbp_bank_id ?? '' },
  }
}

async function notifyPayer(db: Db, payoutId: string): Promise<void> {
  const { user_id, restaurant_id } = await db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.user_id', 'e.restaurant_id'])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  await notifyUser(db, user_id, { type: 'payout', rest_id: restaurant_id, payout_id: payoutId })
}
