import type { LedgerCheck, LedgerDifference, LedgerReport } from '@portal/contracts/admin/ledger'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The maximum number of differences of each check that a report names. */
const MAX_DIFFERENCES = 100

/** Named amounts in kopecks. */
type Amounts = Record<string, number>
type Difference = { subject: string; expected: Amounts; found: Amounts }

/** `differences` selects `subject`, `expected` and `found`. `compared` counts the compared rows. */
type Comparison = { differences: RawBuilder<Difference>; compared: RawBuilder<unknown> }

const amounts = (parts: RawBuilder<unknown>) => sql`jsonb_strip_nulls(jsonb_build_object(${parts}))`

/** The two entries of a transfer add up to zero, and a balance is the sum of its entries. */
const viewDifferences = (what: 'transfer' | 'account', subject: RawBuilder<string>): RawBuilder<Difference> => sql`
  select ${subject} as subject, '{"difference": 0}'::jsonb as expected, ${amounts(sql`'difference', difference`)} as found
  from ledger_discrepancy where what = ${sql.lit(what)}`

const comparisons: Record<LedgerCheck['check'], Comparison> = {
  transfers: {
    differences: viewDifferences(
      'transfer',
      sql`(select ref from ledger_transfer t where t.id = ledger_discrepancy.id)`,
    ),
    compared: sql`select count(*) from ledger_transfer`,
  },
  accounts: {
    differences: viewDifferences('account', sql`id::text`),
    compared: sql`select count(*) from ledger_account where kind <> 'system'`,
  },
  /** Each entry belongs to an account of its transfer. The numbers and balances of an account have no gap. */
  entries: {
    differences: sql`
      select e.ref || ' #' || e.id as subject,
        ${amounts(sql`'amount', e.transferred, 'seq', e.position, 'balance_after', case when e.balance_after is not null then e.total end`)} as expected,
        ${amounts(sql`'amount', e.amount, 'seq', e.seq, 'balance_after', e.balance_after`)} as found
      from (
        select e.id, e.amount, e.seq, e.balance_after, t.ref,
          case e.account_id when t.debit_account then -t.amount when t.credit_account then t.amount end as transferred,
          case when e.seq is not null then row_number() over running end as position, sum(e.amount) over running as total
        from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
        window running as (partition by e.account_id order by e.seq, e.id)
      ) e
      where e.amount is distinct from e.transferred or e.seq is distinct from e.position or e.balance_after <> e.total`,
    compared: sql`select count(*) from ledger_entry`,
  },
  /** The transfers of a payout match its state: its money is held while it is under way, and then paid or released. */
  payouts: {
    differences: sql`
      select coalesce(p.id, s.payout_id)::text as subject,
        ${amounts(sql`'hold', p.hold, 'settle', p.settle, 'fee', p.fee, 'fee_share', p.fee_share, 'release', p.release, 'transfer', p.transfer`)} as expected,
        ${amounts(sql`'hold', s.hold, 'settle', s.settle, 'fee', s.fee, 'fee_share', s.fee_share, 'release', s.release, 'transfer', s.transfer`)} as found
      from (
        select id,
          case when kind = 'payout' or review is not null then amount end as hold,
          case when kind = 'payout' and status = 'succeeded' then nullif(amount - fee, 0) end as settle,
          case when kind = 'payout' and status = 'succeeded' then nullif(fee, 0) end as fee,
          case when kind = 'payout' and status = 'succeeded' then nullif(restaurant_fee, 0) end as fee_share,
          case when status = 'canceled' then amount end as release,
          case when kind = 'transfer' and status = 'succeeded' then amount end as transfer
        from payout
      ) p
      full join (
        select ledger_ref_subject(ref, kind)::uuid as payout_id,
          sum(amount) filter (where kind = 'payout_hold') as hold,
          sum(amount) filter (where kind = 'payout_settle') as settle,
          sum(amount) filter (where kind = 'payout_fee') as fee,
          sum(amount) filter (where kind = 'payout_fee_share') as fee_share,
          sum(amount) filter (where kind = 'payout_release') as release,
          sum(amount) filter (where kind = 'transfer') as transfer
        from ledger_transfer where kind like 'payout%' or kind = 'transfer' group by 1
      ) s on s.payout_id = p.id
      where (p.hold, p.settle, p.fee, p.fee_share, p.release, p.transfer)
        is distinct from (s.hold, s.settle, s.fee, s.fee_share, s.release, s.transfer)`,
    compared: sql`select count(*) from payout`,
  },
  /** Each share of a sharing has gone to its colleague, and the shares add up to the sum. */
  shares: {
    differences: sql`
      select coalesce(s.ref, t.ref) as subject, ${amounts(sql`'share', s.amount`)} as expected,
        ${amounts(sql`'share', case when a.employee_id = s.employee_id then t.amount end`)} as found
      from (
        select r.* from payout_recipient r join payout p on p.id = r.payout_id where p.status = 'succeeded'
      ) s
      full join (select * from ledger_transfer where kind = 'transfer') t on t.ref = s.ref
      left join ledger_account a on a.id = t.credit_account
      where (s.amount, s.employee_id) is distinct from (t.amount, a.employee_id)
      union all
      select p.id::text, ${amounts(sql`'shares', p.amount`)}, ${amounts(sql`'shares', coalesce(sum(r.amount), 0)`)}
      from payout p left join payout_recipient r on r.payout_id = p.id
      where p.kind = 'transfer' group by p.id having p.amount <> coalesce(sum(r.amount), 0)`,
    compared: sql`select count(*) from payout_recipient`,
  },
  in_flight: {
    differences: sql`
      select 'payouts_in_flight' as subject, ${amounts(sql`'balance', expected`)} as expected, ${amounts(sql`'balance', found`)} as found
      from (
        select
          (select coalesce(sum(amount), 0) from payout
            where status in ('pending', 'processing') and (kind = 'payout' or review = 'open')) as expected,
          (select coalesce(sum(e.amount), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
            where a.code = 'payouts_in_flight') as found
      ) as balance
      where expected <> found`,
    compared: sql`select 1`,
  },
  /** The money of a tip came in once, to its employee, and is available after the tip is completed. */
  tips: {
    differences: sql`
      select coalesce(t.external_id, substr(m.ref, 5)) as subject,
        ${amounts(sql`'tip', t.amount, 'cleared', t.cleared`)} as expected, ${amounts(sql`'tip', m.amount, 'cleared', c.amount`)} as found
      from (select * from ledger_transfer where kind = 'tip') m
      join ledger_account a on a.id = m.credit_account
      full join (
        select t.*, case when t.status = 'completed' and receiving.kind = 'uncleared' then nullif(t.amount + coalesce((
          select sum(change) from tip_adjustment where tip = t.external_id and while_pending), 0), 0) end as cleared
        from tip t
        left join ledger_transfer coming on coming.ref = 'tip:' || t.external_id
        left join ledger_account receiving on receiving.id = coming.credit_account
      ) t on m.ref = 'tip:' || t.external_id
      left join ledger_transfer c on c.ref = 'tip-clear:' || t.external_id
      where (t.amount, t.cleared, t.employee_id) is distinct from (m.amount, c.amount, a.employee_id)`,
    compared: sql`select count(*) from tip`,
  },
  /** A wallet and a debt account pay an adjustment together. A join for each lets PostgreSQL use hash joins. */
  adjustments: {
    differences: sql`
      select external_id as subject, ${amounts(sql`'change', expected`)} as expected, ${amounts(sql`'change', found`)} as found
      from (
        select a.external_id, abs(a.change) as expected, coalesce(t.amount, 0) + coalesce(d.amount, 0) as found
        from tip_adjustment a
        left join ledger_transfer t on t.ref = 'tip-adjustment:' || a.external_id
        left join ledger_transfer d on d.ref = 'tip-adjustment-debt:' || a.external_id
      ) as adjustment
      where found <> expected`,
    compared: sql`select count(*) from tip_adjustment`,
  },
  /** The operations that users read add up to their balances. */
  operations: {
    differences: sql`
      select a.employee_id::text as subject, ${amounts(sql`'balance', coalesce(o.total, 0)`)} as expected,
        ${amounts(sql`'balance', a.total`)} as found
      from (select employee_id, sum(balance) as total from ledger_account where kind <> 'system' group by employee_id) a
      left join (
        select employee_id, sum(case
          when type in ('payout', 'transfer_out') and status = 'canceled' then 0
          when type in ('payout', 'transfer_out', 'correction_out', 'chargeback') then -amount else amount end) as total
        from operation group by employee_id
      ) o on o.employee_id = a.employee_id
      where a.total <> coalesce(o.total, 0)`,
    compared: sql`select count(distinct employee_id) from ledger_account where kind <> 'system'`,
  },
  /** What was booked about a payout is what operators have decided. */
  decisions: {
    differences: sql`
      select p.id::text as subject,
        ${amounts(sql`d.outcome, p.amount`)} as expected, ${amounts(sql`p.status, p.amount`)} as found
      from payout_decision d join payout p on p.id = d.payout_id
      where d.closed_as = 'done' and p.status <> case d.outcome when 'paid' then 'succeeded' else 'canceled' end`,
    compared: sql`select count(*) from payout_decision where closed_as = 'done'`,
  },
}

/** Compares the ledger with itself and with the rows behind its money. Each comparison reads one snapshot. */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const report: LedgerReport = { checks: [], differences: [] }
  for (const [name, { differences, compared }] of Object.entries(comparisons)) {
    const check = name as LedgerCheck['check']
    const { rows } = await sql<{ compared: number; differences: number; named: Difference[] }>`
      with difference as materialized (${differences})
      select (${compared})::bigint as compared, (select count(*) from difference) as differences,
        (select coalesce(json_agg(d), '[]') from (select * from difference order by subject limit ${MAX_DIFFERENCES}) d) as named`.execute(
      db,
    )
    for (const row of rows) {
      report.checks.push({ check, compared: row.compared, differences: row.differences })
      report.differences.push(...row.named.map((difference) => toDifference(check, difference)))
    }
  }
  return report
}

function toDifference(check: LedgerCheck['check'], { subject, expected, found }: Difference): LedgerDifference {
  return { check, subject, expected: inRubles(expected), found: inRubles(found) }
}

/** Converts amounts to rubles. `seq` is the number of an entry, not an amount. */
function inRubles(kopecks: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(kopecks).map(([name, value]) => [name, name === 'seq' ? value : value / 100]),
  )
}
