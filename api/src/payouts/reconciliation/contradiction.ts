import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { BankResponse } from '../bank/bank.ts'

/**
 * Stores that a provider reports the opposite of what was booked about a payout. It becomes a difference of the day on
 * which the payout was sent, even if that day was never compared, and an operator closes it.
 * A response that agrees with what was booked changes nothing.
 */
export async function storeContradiction(
  db: Db,
  payoutId: string,
  { status, reference }: Pick<BankResponse, 'status' | 'reference'>,
): Promise<void> {
  await sql`
    with contradicted as (
      select id, provider, (coalesce(sent_at, created_at) at time zone 'Europe/Moscow')::date as day, amount - fee as amount,
        coalesce(${reference ?? null}::text, bank_reference) as reference,
        case status when 'succeeded' then 'paid' when 'canceled' then 'declined' end as ours, ${status}::text as theirs
      from payout
      where id = ${payoutId} and provider is not null
        and (status, ${status}::text) in (('succeeded', 'declined'), ('canceled', 'paid'))
    ), compared as (
      insert into reconciliation as r (provider, day, source) select provider, day, 'provider' from contradicted
      on conflict (provider, day) do update set source = r.source
      returning id
    )
    insert into reconciliation_line as l
      (reconciliation_id, kind, payout_id, reference, our_amount, their_amount, our_status, their_status)
    select r.id, 'status', c.id, c.reference, c.amount, c.amount, c.ours, c.theirs from contradicted c, compared r
    on conflict (reconciliation_id, kind, payout_id, reference) do update set
      closed_at = case when l.closed_by = 'portal' then null else l.closed_at end,
      close_reason = case when l.closed_by = 'portal' then null else l.close_reason end,
      closed_by = nullif(l.closed_by, 'portal')`.execute(db)
}
