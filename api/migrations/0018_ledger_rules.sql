-- Which money may move, checked where it moves: a connection of the application that somebody else holds cannot invent
-- money, nor move it between accounts that no payout, transfer or tip joins.

-- What a ref names: `payout:<id>:hold` → the id and `hold`, `tip:<external id>` → the external id and `tip`. Null for any
-- other ref.
create function ledger_ref_subject(ref text, kind text) returns text language sql immutable as $$
  select case
    when kind = 'tip' and ref like 'tip:%' then substr(ref, 5)
    when kind = 'tip_clear' and ref like 'tip-clear:%' then substr(ref, 11)
    when kind in ('payout_hold', 'payout_settle', 'payout_fee', 'payout_release', 'transfer') then substring(
      ref from '^payout:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):' || replace(kind, 'payout_', '') || '$')
  end
$$;

-- Of the requested transfers that the ledger does not have yet, one that no row allows; null when all are allowed.
--   payout_hold:    wallet of the payout's employee → payouts_in_flight, its amount; of a transfer, wallet of the default employee,
--                   and the transfer is not posted
--   payout_settle:  payouts_in_flight → bank, the amount without the fee; after the hold and without a release
--   payout_fee:     payouts_in_flight → fees, the fee; the same
--   payout_release: payouts_in_flight → wallet of the payout's employee, its amount; after the hold, without a settlement and
--                   without the transfer
--   transfer:       wallet of the default employee → wallet of a colleague at the same restaurant, the payout's amount; after a
--                   hold and without a release, payouts_in_flight → that wallet
--   tip_clear:      uncleared → wallet of the tip's employee, the tip's amount
--   tip:            tips_clearing → wallet or uncleared of an employee; the tip itself is checked by the trigger below
-- A call of nothing but tips, which are booked most, needs none of the tables of payouts; and the statements are planned once
-- for each connection instead of for each call.
create function forbidden_transfer(p_transfers jsonb) returns text language plpgsql
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  forbidden text;
  requested text[];
begin
  if not jsonb_path_exists(p_transfers, '$[*] ? (@.kind != "tip")') then
    select asked.ref into forbidden
    from asked_transfers(p_transfers) asked
    left join ledger_account debit on debit.id = asked.debit
    left join ledger_account credit on credit.id = asked.credit
    where not coalesce(
        asked.kind = 'tip' and asked.ref like 'tip:%' and debit.code = 'tips_clearing' and credit.kind in ('wallet', 'uncleared'), false)
      and not exists (select from ledger_transfer done where done.ref = asked.ref)
    limit 1;
    return forbidden;
  end if;

  -- The steps of one payout exclude each other: the call that comes second must see what the first one posted.
  perform 1 from payout
  where id in (
    select ledger_ref_subject(ref, kind)::uuid from asked_transfers(p_transfers) where kind not in ('tip', 'tip_clear'))
  order by id for update;
  requested := array(select ref from asked_transfers(p_transfers));

  select asked.ref into forbidden
  from (select a.*, ledger_ref_subject(a.ref, a.kind) as subject from asked_transfers(p_transfers) a) asked
  left join ledger_account debit on debit.id = asked.debit
  left join ledger_account credit on credit.id = asked.credit
  left join payout on payout.id = case when asked.kind not in ('tip', 'tip_clear') then asked.subject::uuid end
  left join employee payer on payer.id = payout.employee_id
  left join employee recipient on recipient.id = payout.recipient_employee_id
  left join payout_binding binding on binding.id = payout.binding_id
  left join tip on asked.kind = 'tip_clear' and tip.external_id = asked.subject
  -- What is posted of the payout.
  cross join lateral (
    select r.transfer_ref, r.settle_ref, r.fee_ref,
      exists (select from ledger_transfer t where t.ref = r.hold_ref) as is_held,
      exists (select from ledger_transfer t where t.ref = r.release_ref) as is_released,
      exists (select from ledger_transfer t where t.ref = r.transfer_ref) as is_transferred,
      exists (select from ledger_transfer t where t.ref in (r.settle_ref, r.fee_ref)) as is_settled
    from (select 'payout:' || payout.id || ':hold' as hold_ref, 'payout:' || payout.id || ':release' as release_ref,
      'payout:' || payout.id || ':transfer' as transfer_ref, 'payout:' || payout.id || ':settle' as settle_ref,
      'payout:' || payout.id || ':fee' as fee_ref) as r
  ) as step
  where not exists (select from ledger_transfer done where done.ref = asked.ref)
    and not coalesce(case asked.kind
      when 'tip' then
        asked.subject is not null and debit.code = 'tips_clearing' and credit.kind in ('wallet', 'uncleared')
      when 'tip_clear' then
        debit.kind = 'uncleared' and credit.kind = 'wallet' and asked.amount = tip.amount
        and debit.employee_id = tip.employee_id and credit.employee_id = tip.employee_id
      when 'payout_hold' then
        debit.kind = 'wallet' and debit.employee_id = payout.employee_id
        and credit.code = 'payouts_in_flight' and asked.amount = payout.amount and payer.user_id = payout.user_id
        and case payout.kind
          when 'payout' then binding.user_id = payout.user_id
          else payer.is_default and payer.restaurant_id = recipient.restaurant_id
            and not step.transfer_ref = any (requested) and not step.is_transferred
        end
      when 'payout_settle' then
        payout.kind = 'payout' and debit.code = 'payouts_in_flight' and credit.code = 'bank'
        and asked.amount = payout.amount - payout.fee and step.is_held and not step.is_released
      when 'payout_fee' then
        payout.kind = 'payout' and debit.code = 'payouts_in_flight' and credit.code = 'fees'
        and asked.amount = payout.fee and step.is_held and not step.is_released
      when 'payout_release' then
        debit.code = 'payouts_in_flight' and credit.kind = 'wallet' and credit.employee_id = payout.employee_id
        and asked.amount = payout.amount and step.is_held and not step.is_settled and not step.is_transferred
        and not requested && array[step.settle_ref, step.fee_ref, step.transfer_ref]
      when 'transfer' then
        payout.kind = 'transfer' and payer.user_id = payout.user_id and payer.restaurant_id = recipient.restaurant_id
        and credit.kind = 'wallet' and credit.employee_id = payout.recipient_employee_id
        and asked.amount = payout.amount
        and case when step.is_held
          then debit.code = 'payouts_in_flight' and not step.is_released
          else payer.is_default and debit.kind = 'wallet' and debit.employee_id = payout.employee_id
        end
    end, false)
  limit 1;
  return forbidden;
end $$;

-- As in 0002, with the check in front. `pg_temp` stands last: unnamed it would be searched first, and a temporary table of
-- the caller would stand in for a table of the ledger.
create or replace function post_transfers(p_transfers jsonb)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  misused text;
  forbidden text;
begin
  -- In id order, so that two calls over the same wallets cannot wait for each other.
  perform 1 from ledger_account
  where kind <> 'system' and id in (select unnest(array[debit, credit]) from asked_transfers(p_transfers))
  order by id for update;

  forbidden := forbidden_transfer(p_transfers);
  if forbidden is not null then
    raise exception 'ledger transfer % is allowed by no payout and no tip', forbidden using errcode = 'P0L02';
  end if;

  with posted as (
    insert into ledger_transfer (ref, kind, debit_account, credit_account, amount)
    select ref, kind, debit, credit, amount from asked_transfers(p_transfers) order by place
    on conflict (ref) do nothing
    returning id, debit_account, credit_account, amount
  ), side as (
    select id as transfer_id, debit_account as account_id, -amount as amount from posted
    union all
    select id, credit_account, amount from posted
  ), line as (
    select side.*, account.kind <> 'system' as numbered,
      account.seq + row_number() over running as seq,
      account.balance + sum(side.amount) over running as balance_after
    from side join ledger_account account on account.id = side.account_id
    window running as (partition by side.account_id order by side.transfer_id)
  ), moved as (
    update ledger_account account
    set balance = account.balance + total.amount, seq = account.seq + total.lines, updated_at = clock_timestamp()
    from (select account_id, sum(amount) as amount, count(*) as lines from line where numbered group by account_id) total
    where account.id = total.account_id
  )
  insert into ledger_entry (transfer_id, account_id, amount, seq, balance_after)
  select transfer_id, account_id, amount, case when numbered then seq end, case when numbered then balance_after end
  from line order by transfer_id, amount;

  select asked.ref into misused
  from asked_transfers(p_transfers) asked join ledger_transfer done on done.ref = asked.ref
  where (done.kind, done.debit_account, done.credit_account, done.amount)
    is distinct from (asked.kind, asked.debit, asked.credit, asked.amount);
  if misused is not null then
    raise exception 'ledger ref % was used for another transfer', misused using errcode = 'P0L01';
  end if;
end $$;

-- A tip's money comes before its row, so the row is looked for at the end of the transaction.
create function require_tip() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from tip join ledger_account account on account.id = new.credit_account
    where tip.external_id = substr(new.ref, 5) and tip.amount = new.amount and tip.employee_id = account.employee_id
  ) then
    raise exception 'ledger transfer % has no tip', new.ref using errcode = 'P0L02';
  end if;
  return null;
end $$;

create constraint trigger ledger_transfer_has_tip after insert on ledger_transfer
  deferrable initially deferred
  for each row when (new.kind = 'tip') execute function require_tip();
