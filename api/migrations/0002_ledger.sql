-- Double entry, append-only, integer kopecks. `post_transfers` is the only writer.

create table ledger_account (
  id bigint generated always as identity primary key,
  -- wallet: ready to be withdrawn; uncleared: booked tips that are not there yet; system: the other side.
  kind text not null check (kind in ('wallet', 'uncleared', 'system')),
  employee_id uuid references employee,
  -- Of a system account: tips_clearing, payouts_in_flight, bank, fees.
  code text unique,
  balance bigint not null default 0,
  seq bigint not null default 0,
  updated_at timestamptz not null default now(),
  check ((kind = 'system') = (employee_id is null)),
  check ((kind = 'system') = (code is not null)),
  constraint sufficient_funds check (kind = 'system' or balance >= 0),
  unique (employee_id, kind)
);

insert into ledger_account (kind, code)
values ('system', 'tips_clearing'), ('system', 'payouts_in_flight'), ('system', 'bank'), ('system', 'fees');

create table ledger_transfer (
  id bigint generated always as identity primary key,
  -- What the money moved for, said once: `tip:<external id>`, `payout:<id>:hold`.
  ref text not null unique,
  kind text not null,
  debit_account bigint not null references ledger_account,
  credit_account bigint not null references ledger_account,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  check (debit_account <> credit_account)
);

-- Employees' accounts number their entries without a gap and carry the balance. System accounts take part in almost
-- every transfer: locking them would queue everybody, so their entries have no number and their balance is nothing but
-- the sum of them.
create table ledger_entry (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger_transfer,
  account_id bigint not null references ledger_account,
  -- Credit above zero, debit below.
  amount bigint not null check (amount <> 0),
  seq bigint,
  balance_after bigint constraint sufficient_funds check (balance_after >= 0),
  unique (account_id, seq)
);
create index ledger_entry_transfer on ledger_entry (transfer_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'append-only table %', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

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

-- Moves money: `[{"ref", "kind", "debit", "credit", "amount"}]`, all or none. A ref that is there already moves nothing, if it is
-- of the same transfer; else it fails (P0L01). Too little money breaks the constraint `sufficient_funds`.
-- Security definer: the application itself may not write what this writes.
create function post_transfers(p_transfers jsonb)
returns void language plpgsql security definer set search_path = public as $$
declare
  misused text;
begin
  -- In id order, so that two calls over the same wallets cannot wait for each other.
  perform 1 from ledger_account
  where kind <> 'system' and id in (select unnest(array[debit, credit]) from asked_transfers(p_transfers))
  order by id for update;

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

-- What must always be empty: transfers whose entries are not two that sum to zero, and employees' accounts that differ
-- from their entries.
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
