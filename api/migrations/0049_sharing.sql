-- The default employee may share one sum among several colleagues: one payout of the kind `transfer`, with a part for each of them.

-- How it was divided; null: all of a transfer is for its one recipient.
alter table payout add column sharing_way text check (sharing_way in ('equal', 'hours', 'percent'));
-- Not valid: the rows before are stricter, so the table need not be read.
alter table payout
  drop constraint payout_check1,
  add constraint payout_transfer_has_recipient check (
    (kind = 'transfer') = (recipient_employee_id is not null or sharing_way is not null)
    and (recipient_employee_id is null or sharing_way is null)) not valid;
-- The history of an employee's sharings.
create index payout_sharing on payout (employee_id, employee_seq) where sharing_way is not null;

-- Who gets what of it, in the order of the list in which the sender has chosen them.
create table payout_share (
  payout_id uuid not null references payout,
  place int not null check (place between 1 and 50),
  employee_id uuid not null references employee,
  -- The colleague's name as of then, as a payout has its destination's.
  title text not null,
  -- Hours or percent, in halves; null where all get the same.
  weight float8 check (weight > 0),
  -- Kopecks; nobody gets less than a ruble.
  amount bigint not null check (amount >= 100),
  primary key (payout_id, place),
  unique (payout_id, employee_id)
);
create index payout_share_by_employee on payout_share (employee_id);
create trigger payout_share_append_only before update or delete or truncate on payout_share
  for each statement execute function refuse_change();
revoke update, delete, truncate, references, trigger on payout_share from portal_app;

-- Who gets what of a transfer, be it one colleague or several, and by which ref the ledger posts it.
create view payout_recipient as
  select id as payout_id, recipient_employee_id as employee_id, amount, 'payout:' || id || ':transfer' as ref
  from payout where recipient_employee_id is not null
  union all
  select payout_id, employee_id, amount, 'payout:' || payout_id || ':transfer:' || place
  from payout_share;
revoke insert, update, delete on payout_recipient from portal_app;

-- Who usually gets a part at a restaurant: `[{"employee_id", "weight"}]`, in the order of the list.
create table sharing_template (
  restaurant_id uuid primary key references restaurant,
  way text not null check (way in ('equal', 'hours', 'percent')),
  members jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);
revoke delete, truncate, references, trigger on sharing_template from portal_app;

-- As in 0040, with the way of a sharing.
drop trigger payout_terms_are_final on payout;
create trigger payout_terms_are_final before update on payout for each row
  when ((old.id, old.kind, old.employee_id, old.user_id, old.binding_id, old.recipient_employee_id, old.amount, old.fee, old.restaurant_fee, old.sharing_way)
    is distinct from
    (new.id, new.kind, new.employee_id, new.user_id, new.binding_id, new.recipient_employee_id, new.amount, new.fee, new.restaurant_fee, new.sharing_way))
  execute function refuse_change_of_terms();

-- As in 0040, with `payout:<id>:transfer:<place>`, which is posted for a share.
create or replace function ledger_ref_subject(ref text, kind text) returns text language sql immutable as $$
  select case
    when kind = 'tip' and ref like 'tip:%' then substr(ref, 5)
    when kind = 'tip_clear' and ref like 'tip-clear:%' then substr(ref, 11)
    when kind in ('payout_hold', 'payout_settle', 'payout_fee', 'payout_fee_share', 'payout_release', 'transfer') then substring(
      ref from '^payout:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):' || replace(kind, 'payout_', '')
        || case when kind = 'transfer' then '(?::[1-9][0-9]?)?' else '' end || '$')
  end
$$;

-- As in 0040, with the shares of a sharing.
-- Of the requested transfers that the ledger does not have yet, one that no row allows; null when all are allowed.
--   payout_hold:    wallet of the payout's employee → payouts_in_flight, its amount; of a transfer, wallet of the default employee,
--                   and the transfer is not posted
--   payout_settle:  payouts_in_flight → bank, the amount without the fee; after the hold and without a release
--   payout_fee:     payouts_in_flight → fees, the fee; the same
--   payout_fee_share: restaurant_fees → fees, the part of the fee that the restaurant bears; the same
--   payout_release: payouts_in_flight → wallet of the payout's employee, its amount; after the hold, without a settlement and
--                   without the transfer
--   transfer:       wallet of the default employee → wallet of a colleague at the same restaurant, the payout's amount; after a
--                   hold and without a release, payouts_in_flight → that wallet. Of a sharing, each colleague's share; all of them
--                   in one call, and only where they are the payout's amount
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
  left join payout_recipient received on received.payout_id = payout.id and received.ref = asked.ref
  left join employee recipient on recipient.id = received.employee_id
  left join payout_binding binding on binding.id = payout.binding_id
  left join tip on asked.kind = 'tip_clear' and tip.external_id = asked.subject
  -- What is posted of the payout.
  cross join lateral (
    select r.transfer_refs, r.settle_ref, r.fee_ref, r.share_ref, r.is_whole,
      exists (select from ledger_transfer t where t.ref = r.hold_ref) as is_held,
      exists (select from ledger_transfer t where t.ref = r.release_ref) as is_released,
      exists (select from ledger_transfer t where t.ref = any (r.transfer_refs)) as is_transferred,
      exists (select from ledger_transfer t where t.ref in (r.settle_ref, r.fee_ref, r.share_ref)) as is_settled
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
