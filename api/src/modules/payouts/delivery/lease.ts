import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Bank, BankOrder, Destination } from '../bank/bank.ts'
import { notifyPayer } from '../notify-payer.ts'
import { addEvent } from '../repository.ts'

/** A payout that this worker alone may send to the bank until the lease ends. */
export type LeasedPayout = { order: BankOrder; attempt: number; bank: string; userId: string }

type LeaseOptions = {
  /** No other worker may take the payout meanwhile. Longer than any attempt, so that only a dead worker loses its lease. */
  leaseMs?: number
  /** Banks and users without a free place. */
  exceptBanks?: readonly string[]
  exceptUsers?: readonly string[]
}

/** Leases the payout that has been due for longest, of a bank and a user that have a free place. */
export async function leaseDuePayout(
  db: Db,
  { leaseMs = 15_000, exceptBanks = [], exceptUsers = [] }: LeaseOptions = {},
): Promise<LeasedPayout | undefined> {
  const leased = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; attempt: number; bank: string; user_id: string }>`
      update payout set status = 'processing', attempts = attempts + 1,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
      where id = (
        select id from payout
        where status in ('pending', 'processing') and next_attempt_at <= clock_timestamp()
          and bank is not null and bank <> all(${exceptBanks}::text[]) and user_id <> all(${exceptUsers}::uuid[])
        order by next_attempt_at limit 1 for update skip locked)
      returning id, attempts as attempt, bank, user_id`.execute(trx)
    const [leased] = rows
    if (!leased) return undefined
    if (leased.attempt === 1) await addEvent(trx, leased.id, 'processing')
    const { amount, fee, ...binding } = await orders(trx).where('p.id', '=', leased.id).executeTakeFirstOrThrow()
    const order = { payoutId: leased.id, amount: amount - fee, destination: destinationOf(binding) }
    return { order, attempt: leased.attempt, bank: leased.bank, userId: leased.user_id }
  })
  if (leased?.attempt === 1) await notifyPayer(db, leased.order.payoutId)
  return leased
}

/** The maximum of payouts that get their bank by one call. */
const MAX_BATCH = 500

/** Stores the bank of new payouts; a payout without one is not leased. Returns how many there were. */
export async function assignBanks(db: Db, bank: Bank): Promise<number> {
  const unassigned = await orders(db)
    .where('p.bank', 'is', null)
    .where('p.status', 'in', ['pending', 'processing'])
    .limit(MAX_BATCH)
    .execute()
  const byBank = Map.groupBy(unassigned, (row) => bank.bankOf(destinationOf(row)))
  for (const [name, rows] of byBank) {
    const ids = rows.map(({ id }) => id)
    const named = sql<boolean>`id = any(${ids}::uuid[])`
    await db.updateTable('payout').set({ bank: name }).where(named).where('bank', 'is', null).execute()
  }
  return unassigned.length
}

function orders(db: Db) {
  return db
    .selectFrom('payout as p')
    .innerJoin('payout_binding as b', 'b.id', 'p.binding_id')
    .where('p.kind', '=', 'payout')
    .select([
      'p.id',
      'p.amount',
      'p.fee',
      'b.type',
      'b.bank_name',
      'b.card_token',
      'b.last4',
      'b.phone',
      'b.sbp_bank_id',
    ])
}

type Binding = {
  type: 'card' | 'sbp'
  bank_name: string
  card_token: string | null
  last4: string | null
  phone: string | null
  sbp_bank_id: string | null
}

function destinationOf({ type, bank_name: bankName, ...binding }: Binding): Destination {
  return type === 'card'
    ? { type, bankName, token: binding.card_token ?? '', last4: binding.last4 ?? '' }
    : { type, bankName, phone: binding.phone ?? '', bankId: binding.sbp_bank_id ?? '' }
}
