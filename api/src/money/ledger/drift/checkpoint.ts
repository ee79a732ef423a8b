import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Drift } from './difference.ts'

/** How many transfers one statement verifies. */
const MAX_PROVEN_TRANSFERS = 20_000
/** How many differences of one check are reported. */
export const MAX_DIFFERENCES = 20

/** All transfers up to `transferId` are verified. No running transaction can add a transfer older than `horizonId`. */
export type Checkpoint = { transferId: number; entryId: number; horizonId: number; newestId: number }

/** Reads how far the ledger is verified, and stores how far the next check may verify. */
export async function readCheckpoint(trx: Db): Promise<Checkpoint> {
  const { rows } = await sql<Checkpoint>`
    select transfer_id as "transferId", entry_id as "entryId",
      coalesce((select max(id) from ledger_transfer), 0)::bigint as "newestId",
      case when pg_snapshot_xmin(pg_current_snapshot())::text::bigint > newest_transaction then newest_transfer_id
        else transfer_id end as "horizonId"
    from ledger_checkpoint`.execute(trx)
  const [checkpoint] = rows
  if (!checkpoint) throw new Error('the ledger has no checkpoint')
  const { transferId, horizonId, newestId } = checkpoint
  // Transfers are numbered before they are committed, so a smaller number may appear after a greater one. The check
  // must not move past such a gap. This statement stores the newest transfer together with the number of this
  // transaction: a transaction that may still commit an older transfer has begun before and has a smaller number. Once
  // all smaller transactions have ended, no older transfer can appear, and the stored transfer becomes the horizon. The
  // last condition is for a restored database, whose numbers of transactions may start again from a smaller one.
  await sql`
    update ledger_checkpoint set newest_transfer_id = ${newestId}, newest_transaction = pg_current_xact_id()::text::bigint
    where ${horizonId}::bigint > ${transferId}::bigint or newest_transfer_id <= transfer_id
      or newest_transaction > pg_current_xact_id()::text::bigint`.execute(trx)
  return checkpoint
}

/** Returns the last transfer of the next part to verify. */
export async function findPartEnd(trx: Db, { transferId }: Checkpoint): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), ${transferId})::bigint as id
    from (select id from ledger_transfer where id > ${transferId} order by id limit ${MAX_PROVEN_TRANSFERS}) part`.execute(
    trx,
  )
  return rows[0]?.id ?? transferId
}

/** Compares the transfers after the checkpoint, up to `end`, with their entries and tips. */
export async function checkTransfers(trx: Db, { transferId, entryId }: Checkpoint, end: number): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with t as materialized (select * from ledger_transfer where id > ${transferId} and id <= ${end}),
    e as materialized (select * from ledger_entry where transfer_id > ${transferId} and transfer_id <= ${end}),
    paired as (
      select coalesce(min(t.ref), 'transfer #' || coalesce(t.id, e.transfer_id)) as ref, coalesce(min(t.amount), 0) as amount,
        count(e.id) as entries, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credited,
        count(*) filter (where (e.account_id, e.amount) in ((t.debit_account, -t.amount), (t.credit_account, t.amount))) as matching,
        coalesce(sum(e.amount), 0) as total
      from t full join e on e.transfer_id = t.id group by coalesce(t.id, e.transfer_id), t.id, e.transfer_id
    )
    (select 'transfers' as check, ref as subject, jsonb_build_object('amount', amount, 'entries', 2) as expected,
       jsonb_build_object('amount', credited, 'entries', entries) as found
     from paired where entries <> 2 or matching <> 2 or total <> 0 limit ${MAX_DIFFERENCES})
    union all
    (select 'transfers', 'entry #' || id, '{}', jsonb_build_object('amount', amount)
     from ledger_entry where id > ${entryId} and transfer_id <= ${transferId} limit ${MAX_DIFFERENCES})
    union all
    (select 'tips', t.ref, jsonb_build_object('amount', tip.amount), jsonb_build_object('amount', t.amount)
     from t left join tip on tip.external_id = substr(t.ref, 5) left join ledger_account a on a.id = t.credit_account
     where t.kind = 'tip' and (tip.amount, tip.employee_id) is distinct from (t.amount, a.employee_id) limit ${MAX_DIFFERENCES})`.execute(
    trx,
  )
  return rows
}

/**
 * Compares each account with its checkpoint plus the entries after it. The cost depends on the number of accounts, not
 * of operations. It is one statement, so that a concurrent transfer is counted everywhere or nowhere.
 */
export async function checkBalances(trx: Db, { transferId }: Checkpoint): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with later as materialized (
      select account_id, sum(amount) as amount, count(seq) as entries
      from ledger_entry where transfer_id > ${transferId} group by account_id
    ), account as (
      select a.*, coalesce(p.amount, 0) + coalesce(later.amount, 0) as proven,
        coalesce(p.entries, 0) + coalesce(later.entries, 0) as entries
      from ledger_account a
      left join ledger_account_checkpoint p on p.account_id = a.id
      left join later on later.account_id = a.id
    )
    (select 'accounts' as check, kind || ' ' || employee_id as subject,
       jsonb_build_object('balance', proven, 'seq', entries) as expected,
       jsonb_build_object('balance', balance, 'seq', seq) as found
     from account where kind <> 'system' and (balance, seq) is distinct from (proven, entries) limit ${MAX_DIFFERENCES})
    union all
    select 'in_flight', 'payouts_in_flight', jsonb_build_object('balance', payouts.amount), jsonb_build_object('balance', proven)
    from account, (
      select coalesce(sum(amount), 0) as amount from payout
      where status in ('pending', 'processing') and (kind = 'payout' or review = 'open')
    ) as payouts
    where code = 'payouts_in_flight' and proven <> payouts.amount`.execute(trx)
  return rows
}

/** Moves the checkpoint to `end`: adds the transfers up to it to their accounts and days. */
export async function moveCheckpoint(trx: Db, { transferId }: Checkpoint, end: number): Promise<void> {
  if (end <= transferId) return
  await sql`
    insert into ledger_account_checkpoint as p (account_id, entries, amount)
    select account_id, count(seq), sum(amount) from ledger_entry
    where transfer_id > ${transferId} and transfer_id <= ${end} group by account_id order by account_id
    on conflict (account_id) do update set entries = p.entries + excluded.entries, amount = p.amount + excluded.amount`.execute(
    trx,
  )
  // Numbers and times of transfers have only roughly the same order. A day lasts until the first transfer of the next.
  await sql`
    insert into ledger_day as d (day, last_transfer_id, transfers, hash)
    select day, max(id), count(*), sum(hash)
    from (
      select id, hash, greatest(max((created_at at time zone 'Europe/Moscow')::date) over (order by id),
        (select max(day) from ledger_day)) as day
      from ${hashes(transferId, end)} hashed
    ) transfer
    group by day order by day
    on conflict (day) do update set last_transfer_id = excluded.last_transfer_id,
      transfers = d.transfers + excluded.transfers, hash = d.hash + excluded.hash`.execute(trx)
  await sql`
    update ledger_checkpoint set transfer_id = ${end}, entry_id = greatest(entry_id,
      (select max(id) from ledger_entry where transfer_id > ${transferId} and transfer_id <= ${end}))`.execute(trx)
}

/** Selects the transfers after `after` up to `end`, with a hash of their final columns and their entries. */
export function hashes(after: number, end: number) {
  return sql`(
    select t.id, t.created_at, e.hash
      + hashtextextended(concat_ws(':', t.id, t.ref, t.kind, t.debit_account, t.credit_account, t.amount, extract(epoch from t.created_at)), 0)
      as hash
    from ledger_transfer t
    join (
      select transfer_id, sum(hashtextextended(concat_ws(':', id, account_id, amount, coalesce(seq, 0), coalesce(balance_after, -1)), 0)) as hash
      from ledger_entry where transfer_id > ${after} and transfer_id <= ${end} group by transfer_id
    ) e on e.transfer_id = t.id
    where t.id > ${after} and t.id <= ${end})`
}
