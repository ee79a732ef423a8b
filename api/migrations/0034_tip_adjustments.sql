-- A booked tip turns out to be of another amount: the till corrects it, or the guest takes the payment back. What the employee
-- has withdrawn meanwhile cannot be taken from the wallet, which is never below zero: it is a debt that later tips pay.

-- debt: what the employee owes, at zero or below. It is opened when it is needed.
alter table ledger_account
  drop constraint ledger_account_kind_check,
  add constraint ledger_account_kind_check check (kind in ('wallet', 'uncleared', 'debt', 'system')),
  drop constraint sufficient_funds,
  add constraint sufficient_funds check (kind in ('system', 'debt') or balance >= 0),
  add constraint no_overpaid_debt check (kind <> 'debt' or balance <= 0);

-- Not valid: the rows before have fewer types, so the table need not be read.
alter table operation
  drop constraint operation_type_check,
  add constraint operation_type_check check (
    type in ('tip', 'payout', 'transfer_in', 'transfer_out', 'refund', 'correction_in', 'correction_out', 'chargeback')) not valid;

-- What is added to or taken from a booked tip, once.
create table tip_adjustment (
  external_id text primary key,
  tip text not null references tip,
  kind text not null check (kind in ('correction', 'chargeback')),
  -- Kopecks; below zero it is taken from the employee.
  change bigint not null check (change <> 0),
  -- The tip was pending: the money is that of `uncleared`, and the tip is cleared with what is left of it.
  while_pending boolean not null,
  operation_id uuid not null unique references operation,
  created_at timestamptz not null default clock_timestamp()
);
create index tip_adjustment_by_tip on tip_adjustment (tip);

create trigger tip_adjustment_append_only before update or delete or truncate on tip_adjustment
  for each statement execute function refuse_change();
revoke update, delete, truncate on tip_adjustment from portal_app;

-- No tip falls below zero, and one that is cleared is not pending. The lock on the tip lets one adjustment pass at a time.
create function check_tip_adjustment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_of_tip bigint;
begin
  perform 1 from tip where external_id = new.tip for update;
  select tip.amount + coalesce((select sum(change) from tip_adjustment where tip_adjustment.tip = new.tip), 0) + new.change
    into left_of_tip from tip where external_id = new.tip;
  if left_of_tip < 0 then
    raise exception 'tip adjustment % is more than its tip', new.external_id using errcode = 'P0L02';
  end if;
  if new.while_pending <> (
    exists (select from tip where external_id = new.tip and status = 'pending')
    and not exists (select from ledger_transfer where ref = 'tip-clear:' || new.tip)
  ) then
    raise exception 'tip adjustment % has another state than its tip', new.external_id using errcode = 'P0L02';
  end if;
  return new;
end $$;

create trigger tip_adjustment_is_possible before insert on tip_adjustment
  for each row execute function check_tip_adjustment();

-- At the end of the transaction, all of its money has moved.
create function require_adjustment_money() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (
    select coalesce(sum(amount), 0) from ledger_transfer
    where ref in ('tip-adjustment:' || new.external_id, 'tip-adjustment-debt:' || new.external_id)
  ) <> abs(new.change) then
    raise exception 'tip adjustment % has another amount in the ledger', new.external_id using errcode = 'P0L02';
  end if;
  return null;
end $$;

create constraint trigger tip_adjustment_has_money after insert on tip_adjustment
  deferrable initially deferred
  for each row execute function require_adjustment_money();

-- As `forbidden_transfer`, for the money of adjustments and debts:
--   tip_adjustment:      a change above zero: tips_clearing → wallet of the tip's employee; below zero the other way round; while
--                        the tip is pending, `uncleared` instead of the wallet
--   tip_adjustment_debt: debt of the tip's employee → tips_clearing, what the wallet could not pay; both together are the change
--   debt_payment:        wallet → debt of the same employee
-- Other transactions see an adjustment when all of its money has moved, so that its parts need no lock.
create function forbidden_adjustment(p_transfers jsonb) returns text language plpgsql
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  forbidden text;
begin
  select asked.ref into forbidden
  from asked_transfers(p_transfers) asked
  left join ledger_account debit on debit.id = asked.debit
  left join ledger_account credit on credit.id = asked.credit
  left join tip_adjustment adjustment on adjustment.external_id = case asked.kind
    when 'tip_adjustment' then substring(asked.ref from '^tip-adjustment:(.*)$')
    when 'tip_adjustment_debt' then substring(asked.ref from '^tip-adjustment-debt:(.*)$')
  end
  left join tip on tip.external_id = adjustment.tip
  cross join lateral (
    select 'tip-adjustment:' || adjustment.external_id as ref, 'tip-adjustment-debt:' || adjustment.external_id as debt_ref,
      case when adjustment.while_pending then 'uncleared' else 'wallet' end as account
  ) as its
  where asked.kind in ('tip_adjustment', 'tip_adjustment_debt', 'debt_payment')
    and not exists (select from ledger_transfer done where done.ref = asked.ref)
    and not coalesce(case
      when asked.kind = 'debt_payment' then
        asked.ref like 'debt-payment:%' and debit.kind = 'wallet' and credit.kind = 'debt'
        and debit.employee_id = credit.employee_id
      when adjustment.change > 0 then
        asked.kind = 'tip_adjustment' and asked.amount = adjustment.change
        and debit.code = 'tips_clearing' and credit.kind = its.account and credit.employee_id = tip.employee_id
      else
        credit.code = 'tips_clearing' and debit.employee_id = tip.employee_id
        and debit.kind = case when asked.kind = 'tip_adjustment' then its.account else 'debt' end
        and not (asked.kind = 'tip_adjustment_debt' and adjustment.while_pending)
        and -adjustment.change >= (
          select coalesce(sum(part.amount), 0)
          from (
            select a.ref, a.amount from asked_transfers(p_transfers) a where a.ref in (its.ref, its.debt_ref)
            union
            select done.ref, done.amount from ledger_transfer done where done.ref in (its.ref, its.debt_ref)
          ) as part)
    end, false)
  limit 1;
  return forbidden;
end $$;
revoke execute on function check_tip_adjustment(), require_adjustment_money(), forbidden_adjustment(jsonb) from public;

-- As in 0018, with adjustments.
-- Of the requested transfers that the ledger does not have yet, one that no row allows; null when all are allowed.
--   payout_hold:    wallet of the payout's employee → payouts_in_flight, its amount; of a transfer, wallet of the default employee,
--                   and the transfer is not posted
--   payout_settle:  payouts_in_flight → bank, the amount without the fee; after the hold and without a release
--   payout_fee:     payouts_in_flight → fees, the fee; the same
--   payout_release: payouts_in_flight → wallet of the payout's employee, its amount; after the hold, without a settlement and
--                   without the transfer
--   transfer:       wallet of the default employee → wallet of a colleague at the same restaurant, the payout's amount; after a
--                   hold and without a release, payouts_in_flight → that wallet
--   tip_clear:      uncleared → wallet of the tip's employee, the tip's amount as it was adjusted while it was pending
--   tip:            tips_clearing → wallet or uncleared of an employee; the tip itself is checked by a trigger (0018)
--   tip_adjustment, tip_adjustment_debt, debt_payment: forbidden_adjustment
-- A call of nothing but tips, which are booked most, needs none of the tables of payouts; and the statements are planned once
-- for each connection instead of for each call.
create or replace function forbidden_transfer(p_transfers jsonb) returns text language plpgsql
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off as $$
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

  forbidden := forbidden_adjustment(p_transfers);
  if forbidden is not null then
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
  where asked.kind not in ('tip_adjustment', 'tip_adjustment_debt', 'debt_payment')
    and not exists (select from ledger_transfer done where done.ref = asked.ref)
    and not coalesce(case asked.kind
      when 'tip' then
        asked.subject is not null and debit.code = 'tips_clearing' and credit.kind in ('wallet', 'uncleared')
      when 'tip_clear' then
        debit.kind = 'uncleared' and credit.kind = 'wallet'
        and asked.amount = tip.amount + (
          select coalesce(sum(change), 0) from tip_adjustment a where a.tip = asked.subject and a.while_pending)
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

-- As in 0018. The entries of a debt have no `balance_after`, which is never below zero: the account has it.
create or replace function post_transfers(p_transfers jsonb)
returns void language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
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
    select side.*, account.kind <> 'system' as numbered, account.kind = 'debt' as is_debt,
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
  select transfer_id, account_id, amount, case when numbered then seq end, case when numbered and not is_debt then balance_after end
  from line order by transfer_id, amount;

  select asked.ref into misused
  from asked_transfers(p_transfers) asked join ledger_transfer done on done.ref = asked.ref
  where (done.kind, done.debit_account, done.credit_account, done.amount)
    is distinct from (asked.kind, asked.debit, asked.credit, asked.amount);
  if misused is not null then
    raise exception 'ledger ref % was used for another transfer', misused using errcode = 'P0L01';
  end if;
end $$;
