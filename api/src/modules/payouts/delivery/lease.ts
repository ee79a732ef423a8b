import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Bank, Destination, SentOrder } from '../bank/bank.ts'
import { isProviderName, type ProviderName, type Providers } from '../bank/providers.ts'
import { notifyPayer } from '../notify-payer.ts'
import { addEvent } from '../repository.ts'

/** A payout that this worker alone may send to the bank until the lease ends. */
export type LeasedPayout = {
  order: SentOrder
  attempt: number
  /** The provider may have it: an earlier attempt has begun, or it is so old that it may be of a restored backup. */
  mayBeSent: boolean
  bank: string
  userId: string
}

type LeasedRow = {
  id: string
  attempt: number
  bank: string
  user_id: string
  provider: ProviderName | null
  bank_reference: string | null
  sent_at: Date
  may_be_sent: boolean
}

/** A first attempt follows the order at once, unless the order was held for an operator. */
const NEW_SECONDS = 600

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
    const { rows } = await sql<LeasedRow>`
      update payout set status = 'processing', attempts = attempts + 1,
        sent_at = coalesce(sent_at, clock_timestamp()),
        next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
      where id = (
        select id from payout
        where status in ('pending', 'processing') and next_attempt_at <= clock_timestamp()
          and bank is not null and bank <> all(${exceptBanks}::text[]) and user_id <> all(${exceptUsers}::uuid[])
        order by next_attempt_at limit 1 for update skip locked)
      returning id, attempts as attempt, bank, user_id, provider, bank_reference, sent_at,
        attempts > 1 or created_at < clock_timestamp() - make_interval(secs => ${NEW_SECONDS}) as may_be_sent`.execute(
      trx,
    )
    const [leased] = rows
    if (!leased) return undefined
    if (leased.attempt === 1) await addEvent(trx, leased.id, 'processing')
    const { amount, fee, ...binding } = await orders(trx).where('p.id', '=', leased.id).executeTakeFirstOrThrow()
    const order = {
      payoutId: leased.id,
      // A version that had no other provider leaves out its name.
      provider: leased.provider ?? 'sandbox',
      amount: amount - fee,
      destination: destinationOf(binding),
      reference: leased.bank_reference,
      sentAt: leased.sent_at,
    }
    const { attempt, may_be_sent: mayBeSent, bank, user_id: userId } = leased
    return { order, attempt, mayBeSent, bank, userId }
  })
  if (leased?.attempt === 1) await notifyPayer(db, leased.order.payoutId)
  return leased
}

/** The maximum of payouts that get their bank by one call. */
const MAX_BATCH = 500

/**
 * Stores the provider and the bank of new payouts; a payout without them is not leased. They stay the same when the restaurant
 * changes to another provider. Returns how many there were.
 */
export async function assignBanks(db: Db, bank: Bank, providers: Providers): Promise<number> {
  const provider = sql<string>`coalesce(r.payout_provider, ${providers.default})`
  const unassigned = await orders(db)
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(provider.as('provider'))
    .where('p.bank', 'is', null)
    .where('p.status', 'in', ['pending', 'processing'])
    .where(sql<boolean>`${provider} = any(${providers.names}::text[])`)
    .limit(MAX_BATCH)
    .execute()
  const groups = Map.groupBy(unassigned, (row) => {
    const name = requireProviderName(row.provider)
    return `${name} ${bank.bankOf({ provider: name, destination: destinationOf(row) })}`
  })
  for (const [group, rows] of groups) {
    const [provider = '', ...name] = group.split(' ')
    const ids = rows.map(({ id }) => id)
    const named = sql<boolean>`id = any(${ids}::uuid[])`
    await db
      .updateTable('payout')
      .set({ provider: requireProviderName(provider), bank: name.join(' ') })
      .where(named)
      .where('bank', 'is', null)
      .execute()
  }
  return unassigned.length
}

function requireProviderName(name: string): ProviderName {
  if (!isProviderName(name)) throw new Error(`there is no adapter ${name}`)
  return name
}

function orders(db: Db) {
  return db
    .selectFrom('payout as p')
    .innerJoin('payout_binding as b', 'b.id', 'p.binding_id')
    .leftJoin('vault.provider_card as c', 'c.token', 'b.card_token')
    .where('p.kind', '=', 'payout')
    .select([
      'p.id',
      'p.amount',
      'p.fee',
      'b.type',
      'b.bank_name',
      'b.card_token',
      'c.provider as card_provider',
      'c.provider_token',
      'b.last4',
      'b.phone',
      'b.sbp_bank_id',
    ])
}

type Binding = {
  type: 'card' | 'sbp'
  bank_name: string
  card_token: string | null
  card_provider: ProviderName | null
  provider_token: string | null
  last4: string | null
  phone: string | null
  sbp_bank_id: string | null
}

function destinationOf({ type, bank_name: bankName, ...binding }: Binding): Destination {
  return type === 'card'
    ? {
        type,
        bankName,
        token: binding.provider_token ?? binding.card_token ?? '',
        issuedBy: binding.card_provider ?? 'vault',
        last4: binding.last4 ?? '',
      }
    : { type, bankName, phone: binding.phone ?? '', bankId: binding.sbp_bank_id ?? '' }
}
