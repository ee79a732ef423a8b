-- Which money may move, checked where it moves: a connection of the application that somebody else holds cannot invent
-- money, nor move it between accounts that no payout, transfer or tip joins. Every allowed movement:
--
-- kind                 from → to                             amount and condition
-- -------------------  ------------------------------------  ---------------------------------------------------------
-- tip                  tips_clearing → wallet or uncleared   the tip's, which `require_tip` compares when its row is
--                                                            there, at the end of the transaction
-- tip_clear            uncleared → wallet of the same        the tip's, as it was adjusted while it was pending
-- tip_adjustment       tips_clearing → wallet                a change above zero
--                      wallet → tips_clearing                a change below zero, as far as the wallet could pay it;
--                                                            while the tip is pending, `uncleared` in place of `wallet`
-- tip_adjustment_debt  debt → tips_clearing                  what the wallet could not pay; both add up to the change
-- debt_payment         wallet → debt of the same employee    any
-- payout_hold          wallet → payouts_in_flight            the payout's; of a transfer, from the default employee's
--                                                            wallet, and the transfer is not posted
-- payout_settle        payouts_in_flight → bank              the amount without the fee; after the hold, no release
-- payout_fee           payouts_in_flight → fees              the fee; after the hold, no release
-- payout_fee_share     restaurant_fees → fees                the restaurant's part of it; after the hold, no release
-- payout_release       payouts_in_flight → wallet            the payout's; after the hold, no settlement, no transfer
-- transfer             wallet of the default employee →      the payout's, or a colleague's share: all shares in one
--                      wallet of a colleague at the same     call, and only where they are the payout's amount. After
--                      restaurant                            a hold, without a release, from payouts_in_flight

-- What `post_transfers` was asked for, in its order; an account is an id or a system account's code.
create function asked_transfers(p_transfers jsonb)
returns table (place bigint, ref text, kind text, debit bigint, credit bigint, amount bigint) language sql stable as $$
  select t.place, t.ref, t.kind,
    coalesce((select id from ledger_account where code = t.debit), t.debit::bigint),
    coalesce((select id from ledger_account where code = t.credit), t.credit::bigint),
    t.amount
  from rows from (jsonb_to_recordset(p_transfers) as (ref text, kind text, debit text, credit text, amount bigint))
    with ordinality as t (ref, kind, debit, credit, amount, place)
$$;

-- What a ref names: `payout:<id>:hold` → the id, `tip:<external id>` → the external id. Null for any other ref.
-- `payout:<id>:transfer:<place>` is posted for a share.
create function ledger_ref_subject(ref text, kind text) returns text language sql immutable as $$
  select case
    when kind = 'tip' and ref like 'tip:%' then substr(ref, 5)
    when kind = 'tip_clear' and ref like 'tip-clear:%' then substr(ref, 11)
    when kind in ('payout_hold', 'payout_settle', 'payout_fee', 'payout_fee_share', 'payout_release', 'transfer') then substring(
      ref from '^payout:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):' || replace(kind, 'payout_', '')
        || case when kind = 'transfer' then '(?::[1-9][0-9]?)?' else '' end || '$')
  end
$$;

-- Returns a requested transfer of an adjustment or a debt that the ledger does not have yet and no row allows; null
-- when all are allowed. Other transactions see an adjustment when all of its money has moved, so that its parts need
-- no lock.
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

-- Returns a requested transfer that the ledger does not have yet and no row allows; null when all are allowed. A call
-- with only tips, which are booked most, needs no table of payouts. PostgreSQL estimates a hundred rows in any JSON,
-- for which it would join all accounts by a hash: a nested loop looks up the few accounts by their index. The plan
-- does not depend on the JSON, so one for each connection is enough.
create function forbidden_transfer(p_transfers jsonb) returns text language plpgsql
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

-- Moves money: `[{"ref", "kind", "debit", "credit", "amount"}]`, all or none. A ref that is there already moves
-- nothing, if it is of the same transfer; else it fails (P0L01). A movement that is not allowed fails (P0L02). Too
-- little money breaks the constraint `sufficient_funds`. A ref is taken in `ledger_ref` first: a second caller waits
-- there, and posts nothing. Security definer: the application itself may not write what this writes. `pg_temp` stands
-- last: unnamed it would be searched first, and a temporary table of the caller would stand in for a table of the
-- ledger.
create function post_transfers(p_transfers jsonb)
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

-- No tip falls below zero, and one that is cleared is not pending. The lock on the tip lets one adjustment pass at a
-- time.
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
    and ledger_transfer_id('tip-clear:' || new.tip) is null
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
    where id in (
      ledger_transfer_id('tip-adjustment:' || new.external_id), ledger_transfer_id('tip-adjustment-debt:' || new.external_id))
  ) <> abs(new.change) then
    raise exception 'tip adjustment % has another amount in the ledger', new.external_id using errcode = 'P0L02';
  end if;
  return null;
end $$;
create constraint trigger tip_adjustment_has_money after insert on tip_adjustment
  deferrable initially deferred
  for each row execute function require_adjustment_money();

-- Other roles of the cluster may connect to this database: only the application may call the function that moves money.
revoke execute on function post_transfers(jsonb), forbidden_transfer(jsonb), forbidden_adjustment(jsonb),
  require_tip(), check_tip_adjustment(), require_adjustment_money() from public;
grant execute on function post_transfers(jsonb) to portal_app;
