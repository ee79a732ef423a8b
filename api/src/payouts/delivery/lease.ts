import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isProviderName, type ProviderName, type Providers } from '../../settings/providers.ts'
import type { Bank, SentOrder } from '../bank/bank.ts'
import { notifyPayer } from '../notify.ts'
import { addEvent } from '../repository.ts'
import type { BankCall } from './bank-call.ts'
import { orders, readOrderToSend, toDestination } from './sent-order.ts'

/** A payout that only this worker may send to the bank until the lease ends. */
export type LeasedPayout = {
  order: SentOrder
  attempt: number
  /** True if an earlier attempt has begun, or if the payout is so old that it may come from a restored backup. */
  canBeAtBank: boolean
  /** Operators are deciding about it, so that it must not be sent. */
  isWithOperators: boolean
  bank: string
  userId: string
  /** The row of `payout_attempt`, and what was requested in this attempt so far. */
  attemptId: number
  calls: BankCall[]
}

type LeasedRow = {
  id: string
  attempt: number
  attempt_id: number
  bank: string
  user_id: string
  can_be_at_bank: boolean
}

/** A first attempt follows the order immediately. An older order was held, or comes from a restored backup. */
const NEW_ORDER_SECONDS = 600

type LeaseOptions = {
  /** Milliseconds until another worker may take the payout. Longer than any attempt, so only a dead worker loses it. */
  leaseMs?: number
  /** Banks and users to leave out: they have no free slot, or calls of the bank are blocked. */
  exceptBanks?: readonly string[]
  exceptUsers?: readonly string[]
}

/** Leases the payout that has been due for longest among those whose bank and user are not left out. */
export async function leaseDuePayout(
  db: Db,
  { leaseMs = 15_000, exceptBanks = [], exceptUsers = [] }: LeaseOptions = {},
): Promise<LeasedPayout | undefined> {
  const leased = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<LeasedRow>`
      with leased as (
        update payout set status = 'processing', attempts = attempts + 1,
          sent_at = coalesce(sent_at, clock_timestamp()),
          next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
        where id = (
          select id from payout
          where status in ('pending', 'processing') and next_attempt_at <= statement_timestamp()
            and bank is not null and bank <> all(${exceptBanks}::text[]) and user_id <> all(${exceptUsers}::uuid[])
          order by next_attempt_at limit 1 for update skip locked)
        returning id, attempts as attempt, bank, user_id, next_attempt_at,
          attempts > 1 or created_at < clock_timestamp() - make_interval(secs => ${NEW_ORDER_SECONDS}) as can_be_at_bank
      ), begun as (
        insert into payout_attempt (payout_id, attempt, source, lease_ends_at)
        select id, attempt, 'worker', next_attempt_at from leased returning id
      )
      select leased.*, begun.id as attempt_id from leased, begun`.execute(trx)
    const [leased] = rows
    if (!leased) return undefined
    if (leased.attempt === 1) await addEvent(trx, leased.id, 'processing')
    // A separate statement, because it must see what was committed before the row was locked.
    const order = await readOrderToSend(trx, leased.id)
    const { attempt, attempt_id: attemptId, can_be_at_bank: canBeAtBank, bank, user_id: userId } = leased
    return { ...order, attempt, attemptId, canBeAtBank, bank, userId, calls: [] }
  })
  if (leased?.attempt === 1) await notifyPayer(db, leased.order.payoutId)
  return leased
}

/** The maximum of payouts that get their bank by one call. */
const MAX_BATCH = 500

/**
 * Stores the provider and the bank of new payouts; a payout is leased only with them. They do not change when the
 * restaurant changes to another provider. Returns the number of payouts.
 */
export async function assignBanks(db: Db, bank: Bank, providers: Providers): Promise<number> {
  const providerInRow = sql<string>`coalesce(r.payout_provider, ${providers.default})`
  const unassigned = await orders(db)
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(providerInRow.as('provider'))
    .where('p.bank', 'is', null)
    .where('p.status', 'in', ['pending', 'processing'])
    .where(sql<boolean>`${providerInRow} = any(${providers.names}::text[])`)
    .limit(MAX_BATCH)
    .execute()
  const assigned = unassigned.map((row) => {
    const provider = requireProviderName(row.provider)
    return { id: row.id, provider, bank: bank.decidingBank({ provider, destination: toDestination(row) }) }
  })
  for (const payouts of Map.groupBy(assigned, (payout) => `${payout.provider} ${payout.bank}`).values()) {
    const ids = payouts.map(({ id }) => id)
    await db
      .updateTable('payout')
      .set({ provider: payouts[0]?.provider, bank: payouts[0]?.bank })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('bank', 'is', null)
      .execute()
  }
  return unassigned.length
}

function requireProviderName(name: string): ProviderName {
  if (!isProviderName(name)) throw new Error(`there is no adapter ${name}`)
  return name
}
