-- Transfers and their entries are partitioned by month (decision 0065). The month is a part of a transfer's number: `202612` and ten
-- digits. So the bounds of a month are known before it begins, a row is found by its number in one partition, and numbers grow as they did.

do $$
declare
  last_transfer bigint;
  last_entry bigint;
begin
  -- A transaction that is long would make this wait, and everybody behind it: each attempt is short.
  for attempt in 1..100 loop
    begin
      set local lock_timeout = '500ms';
      -- In the order of those who post. The references to accounts become those of the new tables, which takes a lock on accounts too.
      lock table ledger_account, ledger_transfer, ledger_entry in access exclusive mode;
      exit;
    exception when lock_not_available then
      if attempt = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;

  select last_value into last_transfer from ledger_transfer_id_seq;
  select last_value into last_entry from ledger_entry_id_seq;
  drop view ledger_discrepancy;
  drop trigger ledger_transfer_has_tip on ledger_transfer;
  alter table ledger_entry drop constraint ledger_entry_transfer_id_fkey;
  alter table ledger_transfer alter column id drop identity;
  alter table ledger_entry alter column id drop identity;
  alter table ledger_transfer rename to ledger_transfer_initial;
  alter table ledger_entry rename to ledger_entry_initial;

  create sequence ledger_transfer_id_seq;
  create sequence ledger_entry_id_seq;
  perform setval('ledger_transfer_id_seq', last_transfer), setval('ledger_entry_id_seq', last_entry);
end $$;
revoke all on sequence ledger_transfer_id_seq, ledger_entry_id_seq from portal_app;

create table ledger_transfer (
  id bigint primary key default nextval('ledger_transfer_id_seq'),
  ref text not null,
  kind text not null,
  debit_account bigint not null references ledger_account,
  credit_account bigint not null references ledger_account,
  amount bigint not null constraint ledger_transfer_amount_check check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfer_check check (debit_account <> credit_account)
) partition by range (id);

-- That an entry has its transfer is proven by the check of drift, as is that a transfer has its two entries: a reference would
-- make each month one with all others when it is archived. `id` is unique by its sequence.
create table ledger_entry (
  id bigint not null default nextval('ledger_entry_id_seq'),
  transfer_id bigint not null,
  account_id bigint not null references ledger_account,
  amount bigint not null constraint ledger_entry_amount_check check (amount <> 0),
  seq bigint,
  balance_after bigint constraint sufficient_funds check (balance_after >= 0)
) partition by range (transfer_id);

alter table ledger_transfer attach partition ledger_transfer_initial for values from (minvalue) to (2000000000000000);
alter table ledger_entry attach partition ledger_entry_initial for values from (minvalue) to (2000000000000000);
revoke all on ledger_transfer, ledger_entry, ledger_transfer_initial, ledger_entry_initial from portal_app;
grant select on ledger_transfer, ledger_entry to portal_app;

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create constraint trigger ledger_transfer_has_tip after insert on ledger_transfer
  deferrable initially deferred
  for each row when (new.kind = 'tip') execute function require_tip();

-- Each ref is used once for ever, in whatever month: that no partition can know. 16 bytes of a hash stand for it, of which no one can
-- make two the same. Transfers from before the months have the index of their table beside it.
create table ledger_ref (
  key uuid primary key,
  transfer_id bigint not null
);
create trigger ledger_ref_append_only before update or delete or truncate on ledger_ref
  for each statement execute function refuse_change();
revoke all on ledger_ref from portal_app;

create function ledger_key(ref text) returns uuid language sql stable parallel safe as $$
  select encode(substr(sha256(convert_to(ref, 'UTF8')), 1, 16), 'hex')::uuid
$$;

-- The number of the transfer of a ref; null where no transfer has it.
create function ledger_transfer_id(p_ref text) returns bigint language sql stable as $$
  select coalesce(
    (select transfer_id from ledger_ref where key = ledger_key(p_ref)),
    (select id from ledger_transfer_initial where ref = p_ref))
$$;
revoke execute on function ledger_transfer_id(text) from public;

create function ledger_month_start(month date) returns bigint language sql immutable parallel safe as $$
  select to_char(month, 'YYYYMM')::bigint * 10000000000
$$;

-- Adds the partitions of a month, which lock out no reader, and writers for as long as a reference to accounts is made. The owner alone may use them without their parents.
create function add_ledger_month(month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  suffix text := to_char(month, 'YYYYMM');
  parent text;
begin
  foreach parent in array array['ledger_transfer', 'ledger_entry'] loop
    continue when to_regclass(parent || '_' || suffix) is not null;
    execute format('create table %I (like %I including defaults including constraints)', parent || '_' || suffix, parent);
    execute format('revoke all on %I from portal_app', parent || '_' || suffix);
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
      parent || '_append_only', parent || '_' || suffix);
    if parent = 'ledger_entry' then
      -- Within a month; `post_transfers` numbers under the lock of the account, and checks compare the numbers of all months.
      execute format('create unique index on %I (account_id, seq) where seq is not null', parent || '_' || suffix);
      -- Entries are written in the order of both: a summary of each 16 pages finds them, and takes a hundredth of the room of a tree.
      execute format('create index on %I using brin (transfer_id, id) with (pages_per_range = 16, autosummarize = on)',
        parent || '_' || suffix);
    end if;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, parent || '_' || suffix,
      ledger_month_start(month), ledger_month_start((month + interval '1 month')::date));
  end loop;
end $$;
revoke execute on function add_ledger_month(date) from public;

-- Prepares this month and the next two, and begins this one, for which the first call of it is soon enough: until then, and as long as a
-- month has no partitions, transfers are written to the month before.
create function prepare_ledger_months() returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  this_month date := date_trunc('month', now() at time zone 'Europe/Moscow');
begin
  -- Two calls could set the sequence to the same number.
  if not pg_try_advisory_xact_lock(hashtextextended('ledger months', 0)) then return; end if;
  for ahead in 0..2 loop
    perform add_ledger_month((this_month + make_interval(months => ahead))::date);
  end loop;
  if (select last_value from ledger_transfer_id_seq) < ledger_month_start(this_month) then
    perform setval('ledger_transfer_id_seq', ledger_month_start(this_month));
  end if;
end $$;
revoke execute on function prepare_ledger_months() from public;
grant execute on function prepare_ledger_months() to portal_app;
select prepare_ledger_months();

-- What must always be empty, as in 0002.
create view ledger_discrepancy as
  select 'transfer' as what, t.id, coalesce(sum(e.amount), 0) as difference
  from ledger_transfer t
  left join ledger_entry e on e.transfer_id = t.id
  group by t.id, t.amount
  having count(e.id) <> 2 or sum(e.amount) <> 0 or max(e.amount) <> t.amount
  union all
  select 'account', a.id, a.balance - coalesce(e.total, 0)
  from ledger_account a
  left join (
    select account_id, sum(amount) as total, count(*) as lines, max(seq) as last_seq from ledger_entry group by account_id
  ) e on e.account_id = a.id
  where a.kind <> 'system' and (a.balance, a.seq, a.seq) is distinct from (coalesce(e.total, 0), coalesce(e.last_seq, 0), coalesce(e.lines, 0));

-- The counters of the two tables (0048) are those of their first partitions now.
update ledger_checkpoint set
  counted = jsonb_strip_nulls(jsonb_build_object(
    'ledger_transfer_initial', counted -> 'ledger_transfer', 'ledger_entry_initial', counted -> 'ledger_entry'))
where counted is not null;

-- A version before reads a day again by counting up the numbers of its transfers, for which it would take forever on the day in which a
-- month begins: to it, such a day was verified in the future. What reads days by their transfers has its own time of each.
alter table ledger_day add column read_again_at timestamptz not null default clock_timestamp();
update ledger_day set read_again_at = verified_at;
create function postpone_day_of_new_month() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.last_transfer_id - coalesce((select max(last_transfer_id) from ledger_day where day < new.day), 0) >= 1000000000 then
    new.verified_at := 'infinity';
  end if;
  return new;
end $$;
create trigger day_of_new_month_is_postponed before insert or update on ledger_day for each row execute function postpone_day_of_new_month();

-- As in 0034. A ref is taken in `ledger_ref` first: a second caller waits there, and posts nothing.
create or replace function post_transfers(p_transfers jsonb)
returns void language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  misused text;
  forbidden text;
  entries int;
begin
  -- In id order, so that two calls over the same wallets cannot wait for each other.
  perform 1 from ledger_account
  where kind <> 'system' and id in (select unnest(array[debit, credit]) from asked_transfers(p_transfers))
  order by id for update;

  forbidden := forbidden_transfer(p_transfers);
  if forbidden is not null then
    raise exception 'ledger transfer % is allowed by no payout and no tip', forbidden using errcode = 'P0L02';
  end if;

  with asked as materialized (
    select nextval('ledger_transfer_id_seq') as id, ledger_key(ref) as key, ref, kind, debit, credit, amount
    from asked_transfers(p_transfers) order by place
  ), fresh as (
    insert into ledger_ref (key, transfer_id)
    select key, id from asked
    where not exists (select from ledger_transfer_initial done where done.ref = asked.ref) order by id
    on conflict (key) do nothing
    returning transfer_id
  ), posted as (
    insert into ledger_transfer (id, ref, kind, debit_account, credit_account, amount)
    -- `is true` keeps this a lookup in a hash table, where a join would compare each with each.
    select id, ref, kind, debit, credit, amount from asked where (id in (select transfer_id from fresh)) is true order by id
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
  get diagnostics entries = row_count;
  if entries = 2 * jsonb_array_length(p_transfers) then return; end if;

  select asked.ref into misused
  from asked_transfers(p_transfers) asked join ledger_transfer done on done.id = ledger_transfer_id(asked.ref)
  where (done.ref, done.kind, done.debit_account, done.credit_account, done.amount)
    is distinct from (asked.ref, asked.kind, asked.debit, asked.credit, asked.amount);
  if misused is not null then
    raise exception 'ledger ref % was used for another transfer', misused using errcode = 'P0L01';
  end if;
end $$;

-- As in 0034 and 0049; a transfer is looked up by the key of its ref.
create or replace function check_tip_adjustment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
    and ledger_transfer_id('tip-clear:' || new.tip) is null
  ) then
    raise exception 'tip adjustment % has another state than its tip', new.external_id using errcode = 'P0L02';
  end if;
  return new;
end $$;

create or replace function require_adjustment_money() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (
    select coalesce(sum(amount), 0) from ledger_transfer
    where id in (
      ledger_transfer_id('tip-adjustment:' || new.external_id), ledger_transfer_id('tip-adjustment-debt:' || new.external_id))
  ) <> abs(new.change) then
    raise exception 'tip adjustment % has another amount in the ledger', new.external_id using errcode = 'P0L02';
  end if;
  return null;
end $$;

create or replace function forbidden_adjustment(p_transfers jsonb) returns text language plpgsql
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
    and ledger_transfer_id(asked.ref) is null
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
            select done.ref, done.amount from ledger_transfer done
            where done.id in (ledger_transfer_id(its.ref), ledger_transfer_id(its.debt_ref))
          ) as part)
    end, false)
  limit 1;
  return forbidden;
end $$;

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
      and ledger_transfer_id(asked.ref) is null
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
  left join payout_recipient received on received.payout_id = payout.id and received.ref = asked.ref
  left join employee recipient on recipient.id = received.employee_id
  left join payout_binding binding on binding.id = payout.binding_id
  left join tip on asked.kind = 'tip_clear' and tip.external_id = asked.subject
  -- What is posted of the payout.
  cross join lateral (
    select r.transfer_refs, r.settle_ref, r.fee_ref, r.share_ref, r.is_whole,
      ledger_transfer_id(r.hold_ref) is not null as is_held,
      ledger_transfer_id(r.release_ref) is not null as is_released,
      exists (select from unnest(r.transfer_refs) as ref where ledger_transfer_id(ref) is not null) as is_transferred,
      coalesce(ledger_transfer_id(r.settle_ref), ledger_transfer_id(r.fee_ref), ledger_transfer_id(r.share_ref)) is not null as is_settled
    from (select 'payout:' || payout.id || ':hold' as hold_ref, 'payout:' || payout.id || ':release' as release_ref,
      'payout:' || payout.id || ':settle' as settle_ref,
      'payout:' || payout.id || ':fee' as fee_ref,
      'payout:' || payout.id || ':fee_share' as share_ref,
      recipients.refs as transfer_refs,
      recipients.amount = payout.amount and recipients.elsewhere = 0 as is_whole
      from (
        select array_agg(p.ref) as refs, sum(p.amount) as amount,
          count(*) filter (where e.restaurant_id is distinct from payer.restaurant_id) as elsewhere
        from payout_recipient p join employee e on e.id = p.employee_id where p.payout_id = payout.id
      ) as recipients
    ) as r
  ) as step
  where asked.kind not in ('tip_adjustment', 'tip_adjustment_debt', 'debt_payment')
    and ledger_transfer_id(asked.ref) is null
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
          else payer.is_default and step.is_whole
            and not requested && step.transfer_refs and not step.is_transferred
        end
      when 'payout_settle' then
        payout.kind = 'payout' and debit.code = 'payouts_in_flight' and credit.code = 'bank'
        and asked.amount = payout.amount - payout.fee and step.is_held and not step.is_released
      when 'payout_fee' then
        payout.kind = 'payout' and debit.code = 'payouts_in_flight' and credit.code = 'fees'
        and asked.amount = payout.fee and step.is_held and not step.is_released
      when 'payout_fee_share' then
        payout.kind = 'payout' and debit.code = 'restaurant_fees' and credit.code = 'fees'
        and asked.amount = payout.restaurant_fee and step.is_held and not step.is_released
      when 'payout_release' then
        debit.code = 'payouts_in_flight' and credit.kind = 'wallet' and credit.employee_id = payout.employee_id
        and asked.amount = payout.amount and step.is_held and not step.is_settled and not step.is_transferred
        and not requested && array[step.settle_ref, step.fee_ref, step.share_ref]
        and not coalesce(requested && step.transfer_refs, false)
      when 'transfer' then
        payout.kind = 'transfer' and payer.user_id = payout.user_id and payer.restaurant_id = recipient.restaurant_id
        and credit.kind = 'wallet' and credit.employee_id = received.employee_id
        and asked.amount = received.amount and step.is_whole and requested @> step.transfer_refs
        and case when step.is_held
          then debit.code = 'payouts_in_flight' and not step.is_released
          else payer.is_default and debit.kind = 'wallet' and debit.employee_id = payout.employee_id
        end
    end, false)
  limit 1;
  return forbidden;
end $$;
