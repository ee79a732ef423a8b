-- Double entry, append-only, integer kopecks. `post_transfer` is the only writer.

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
  check (kind = 'system' or balance >= 0),
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
-- every transfer: locking them would queue everybody, so their entries have no number and they are summed up later.
create table ledger_entry (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger_transfer,
  account_id bigint not null references ledger_account,
  -- Credit above zero, debit below.
  amount bigint not null check (amount <> 0),
  seq bigint,
  balance_after bigint,
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

-- Moves `p_amount` kopecks from the debit to the credit account. The same ref with the same parameters answers the
-- first transfer again and moves nothing; with other parameters it fails (P0L01). Too little money: P0L02.
-- Security definer: the application itself may not write what it writes.
create function post_transfer(p_ref text, p_kind text, p_debit bigint, p_credit bigint, p_amount bigint)
returns bigint language plpgsql security definer set search_path = public as $$
declare
  done ledger_transfer;
  new_id bigint;
  side record;
begin
  -- In id order, so that two transfers over the same two wallets cannot wait for each other.
  perform 1 from ledger_account where id in (p_debit, p_credit) and kind <> 'system' order by id for update;

  insert into ledger_transfer (ref, kind, debit_account, credit_account, amount)
  values (p_ref, p_kind, p_debit, p_credit, p_amount)
  on conflict (ref) do nothing returning id into new_id;

  if new_id is null then
    select * into strict done from ledger_transfer where ref = p_ref;
    if (done.kind, done.debit_account, done.credit_account, done.amount) is distinct from (p_kind, p_debit, p_credit, p_amount) then
      raise exception 'ledger ref % was used for another transfer', p_ref using errcode = 'P0L01';
    end if;
    return done.id;
  end if;

  for side in
    select a.id, a.kind, a.balance, a.seq, case when a.id = p_debit then -p_amount else p_amount end as amount
    from ledger_account a where a.id in (p_debit, p_credit) order by a.id
  loop
    if side.kind = 'system' then
      insert into ledger_entry (transfer_id, account_id, amount) values (new_id, side.id, side.amount);
    else
      if side.balance + side.amount < 0 then
        raise exception 'insufficient funds' using errcode = 'P0L02', detail = side.balance::text;
      end if;
      update ledger_account
      set balance = side.balance + side.amount, seq = side.seq + 1, updated_at = clock_timestamp()
      where id = side.id;
      insert into ledger_entry (transfer_id, account_id, amount, seq, balance_after)
      values (new_id, side.id, side.amount, side.seq + 1, side.balance + side.amount);
    end if;
  end loop;
  return new_id;
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
