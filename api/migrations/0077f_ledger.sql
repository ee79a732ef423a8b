-- The ledger: double entry, append-only, integer kopecks. `post_transfers` is the only writer.

create table ledger_account (
  id bigint generated always as identity primary key,
  -- wallet: ready to be withdrawn; uncleared: booked tips that are not there yet; debt: what the employee owes, at
  -- zero or below, opened when it is needed; system: the other side.
  kind text not null check (kind in ('wallet', 'uncleared', 'debt', 'system')),
  employee_id uuid references employee,
  -- Of a system account.
  code text unique,
  balance bigint not null default 0,
  seq bigint not null default 0,
  updated_at timestamptz not null default now(),
  check ((kind = 'system') = (employee_id is null)),
  check ((kind = 'system') = (code is not null)),
  constraint sufficient_funds check (kind in ('system', 'debt') or balance >= 0),
  constraint no_overpaid_debt check (kind <> 'debt' or balance <= 0),
  unique (employee_id, kind)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index ledger_account_of_debts on ledger_account (employee_id) where kind = 'debt' and balance < 0;
-- The application opens and locks accounts (a lock needs a right to update something); the balance is
-- `post_transfers`'s.
revoke insert, update, delete on ledger_account from portal_app;
grant insert (kind, employee_id), update (updated_at) on ledger_account to portal_app;

-- `restaurant_fees` is what restaurants owe of fees: below zero, until they are invoiced.
insert into ledger_account (kind, code)
values ('system', 'tips_clearing'), ('system', 'payouts_in_flight'), ('system', 'bank'), ('system', 'fees'),
  ('system', 'restaurant_fees');

-- Transfers and their entries are partitioned by month (decision 0065). The month is a part of a transfer's number:
-- `202612` and ten digits. So the bounds of a month are known before it begins, a row is found by its number in one
-- partition, and numbers grow. Databases from before the months have smaller numbers in the partitions `initial`; as
-- the two tables were theirs, these have the plain names of constraints, which later migrations rely on.
create sequence ledger_transfer_id_seq;
create sequence ledger_entry_id_seq;
revoke all on sequence ledger_transfer_id_seq, ledger_entry_id_seq from portal_app;
-- For the metric of the month that the ledger is in. It allows neither nextval nor setval.
grant select on sequence ledger_transfer_id_seq to portal_app;

create table ledger_transfer (
  id bigint constraint ledger_transfer_pkey1 primary key default nextval('ledger_transfer_id_seq'),
  -- What the money moved for, said once: `tip:<external id>`, `payout:<id>:hold`.
  ref text not null,
  kind text not null,
  debit_account bigint not null constraint ledger_transfer_debit_account_fkey1 references ledger_account,
  credit_account bigint not null constraint ledger_transfer_credit_account_fkey1 references ledger_account,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  check (debit_account <> credit_account)
) partition by range (id);

create table ledger_transfer_initial (
  id bigint constraint ledger_transfer_pkey primary key
    constraint before_months check (id < 2000000000000000),
  ref text not null constraint ledger_transfer_ref_key unique,
  kind text not null,
  debit_account bigint not null constraint ledger_transfer_debit_account_fkey references ledger_account,
  credit_account bigint not null constraint ledger_transfer_credit_account_fkey references ledger_account,
  amount bigint not null constraint ledger_transfer_amount_check check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transfer_check check (debit_account <> credit_account)
);
alter table ledger_transfer attach partition ledger_transfer_initial
  for values from (minvalue) to (2000000000000000);

-- Employees' accounts number their entries without a gap and carry the balance. System accounts take part in almost
-- every transfer: locking them would queue everybody, so their entries have no number and their balance is nothing
-- but the sum of them. Entries of a debt have no `balance_after`, which is never below zero: the account has it.
--
-- That an entry has its transfer is proven by the check of drift, as is that a transfer has its two entries: a
-- reference would make each month one with all others when it is archived. `id` is unique by its sequence.
create table ledger_entry (
  id bigint not null default nextval('ledger_entry_id_seq'),
  transfer_id bigint not null,
  account_id bigint not null constraint ledger_entry_account_id_fkey1 references ledger_account,
  -- Credit above zero, debit below.
  amount bigint not null check (amount <> 0),
  seq bigint,
  balance_after bigint constraint sufficient_funds check (balance_after >= 0)
) partition by range (transfer_id);

create table ledger_entry_initial (
  id bigint constraint ledger_entry_pkey primary key,
  transfer_id bigint not null constraint before_months check (transfer_id < 2000000000000000),
  account_id bigint not null constraint ledger_entry_account_id_fkey references ledger_account,
  amount bigint not null constraint ledger_entry_amount_check check (amount <> 0),
  seq bigint,
  balance_after bigint constraint sufficient_funds check (balance_after >= 0),
  constraint ledger_entry_account_id_seq_key unique (account_id, seq)
);
create index ledger_entry_transfer on ledger_entry_initial (transfer_id);
alter table ledger_entry attach partition ledger_entry_initial for values from (minvalue) to (2000000000000000);

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer_initial
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry_initial
  for each statement execute function refuse_change();
revoke all on ledger_transfer, ledger_entry, ledger_transfer_initial, ledger_entry_initial from portal_app;
grant select on ledger_transfer, ledger_entry to portal_app;

-- Each ref is used once for ever, in whatever month: no partition can know that. 16 bytes of a hash stand for it, of
-- which no one can make two the same. Transfers from before the months have the index of their table beside it.
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

-- Adds the partitions of a month, which lock out no reader, and writers for as long as a reference to accounts is made.
-- Only the owner may use them without their parents.
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

-- Prepares this month and the next two, and begins this one, for which the first call in it is soon enough: until then,
-- and as long as a month has no partitions, transfers are written to the month before.
--
-- A clock that was wrong for seconds began a month years ahead, and the sequence never goes back. Only the next month
-- begins by itself; after a standstill of more than a month an operator begins it (docs/runbook.md, LedgerMonthWrong).
create function prepare_ledger_months() returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  this_month date := date_trunc('month', now() at time zone 'Europe/Moscow');
  last_number bigint;
begin
  -- Two calls could set the sequence to the same number.
  if not pg_try_advisory_xact_lock(hashtextextended('ledger months', 0)) then return; end if;
  select last_value into last_number from ledger_transfer_id_seq;
  -- Smaller numbers are from before the first month.
  if last_number >= ledger_month_start('2000-01-01') and last_number < ledger_month_start((this_month - interval '1 month')::date) then
    raise exception 'month % does not begin: it is not the next one after transfer %', to_char(this_month, 'YYYY-MM'), last_number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  for ahead in 0..2 loop
    perform add_ledger_month((this_month + make_interval(months => ahead))::date);
  end loop;
  if last_number < ledger_month_start(this_month) then
    perform setval('ledger_transfer_id_seq', ledger_month_start(this_month));
  end if;
end $$;
revoke execute on function prepare_ledger_months() from public;
grant execute on function prepare_ledger_months() to portal_app;
select prepare_ledger_months();

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

-- What of the ledger is proven: a check of drift reads what came after it, and the balance of each account (decision
-- 0062).
create table ledger_checkpoint (
  is_only boolean primary key default true check (is_only),
  -- Every transfer up to this one is proven, and every entry of these; no later transaction can add to them.
  transfer_id bigint not null default 0,
  entry_id bigint not null default 0,
  -- The newest transfer as of a check, and the transaction after which no transaction can add an older one.
  newest_transfer_id bigint not null default 0,
  newest_transaction bigint not null default 0,
  -- What PostgreSQL counts about the append-only tables: as of the last proof, and as it differs from that.
  counted jsonb,
  suspected jsonb,
  suspected_at timestamptz,
  checked_at timestamptz,
  -- Of the last check: `[{"check", "subject", "expected", "found"}]`.
  differences jsonb not null default '[]'
);
insert into ledger_checkpoint default values;
revoke delete on ledger_checkpoint from portal_app;

-- The sum and the number of the proven entries of an account. Only entries of employees' accounts are counted: others
-- have no number.
create table ledger_account_checkpoint (
  account_id bigint primary key references ledger_account,
  entries bigint not null,
  amount bigint not null
) with (fillfactor = 70);
revoke delete on ledger_account_checkpoint from portal_app;

-- The proven transfers of a day in Moscow, and a sum of the hashes of them and of their entries. Days have no gaps: one
-- begins after the last transfer of the one before.
create table ledger_day (
  day date primary key,
  last_transfer_id bigint not null,
  transfers bigint not null,
  hash numeric not null,
  -- Only for versions from before the months, which read a day again by counting up the numbers of its transfers: to
  -- them, the day in which a month begins was verified in the future. `read_again_at` is the time that counts.
  verified_at timestamptz not null default clock_timestamp(),
  differs boolean not null default false,
  read_again_at timestamptz not null default clock_timestamp()
);
revoke delete on ledger_day from portal_app;

create function postpone_day_of_new_month() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.last_transfer_id - coalesce((select max(last_transfer_id) from ledger_day where day < new.day), 0) >= 1000000000 then
    new.verified_at := 'infinity';
  end if;
  return new;
end $$;
create trigger day_of_new_month_is_postponed before insert or update on ledger_day
  for each row execute function postpone_day_of_new_month();

-- A month of the ledger that is over and proven is closed: nothing is added to its partitions any more, and what every
-- account has at its end is the opening balance of the next one. What sums up the whole ledger begins there.
create table ledger_opening_balance (
  -- The month that begins with it.
  month date not null,
  account_id bigint not null references ledger_account,
  entries bigint not null,
  debit bigint not null,
  credit bigint not null,
  primary key (month, account_id)
);
create trigger ledger_opening_balance_append_only before update or delete or truncate on ledger_opening_balance
  for each statement execute function refuse_change();
revoke insert, update, delete on ledger_opening_balance from portal_app;

-- Closes a month and all months before it that are open. For the owner: `npm run ledger:close`.
create function close_ledger_month(p_month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  next_month date := (date_trunc('month', p_month) + interval '1 month')::date;
  opened date := (select max(month) from ledger_opening_balance);
  partition regclass;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger closing', 0));
  if next_month <= opened then return; end if;
  -- A checkpoint passes a transfer when no transaction can add an older one (0062): one in a later month means that these are complete.
  if (select transfer_id < ledger_month_start(next_month) or differences <> '[]' from ledger_checkpoint) then
    raise exception 'month % is not proven yet', to_char(p_month, 'YYYY-MM') using errcode = 'object_not_in_prerequisite_state';
  end if;

  insert into ledger_opening_balance (month, account_id, entries, debit, credit)
  select next_month, account_id, sum(entries), sum(debit), sum(credit)
  from (
    select account_id, entries, debit, credit from ledger_opening_balance where month = opened
    union all
    select account_id, count(seq), coalesce(-sum(amount) filter (where amount < 0), 0), coalesce(sum(amount) filter (where amount > 0), 0)
    from ledger_entry
    where transfer_id >= coalesce(ledger_month_start(opened), 0) and transfer_id < ledger_month_start(next_month)
    group by account_id
  ) as part
  group by account_id;
  if (select sum(debit) <> sum(credit) from ledger_opening_balance where month = next_month) then
    raise exception 'the opening balances of % do not add up to zero', next_month;
  end if;

  for partition in
    select relid from (
      select relid from pg_partition_tree('ledger_transfer') where isleaf
      union all select relid from pg_partition_tree('ledger_entry') where isleaf
    ) as leaf join pg_class c on c.oid = leaf.relid
    where c.relname < regexp_replace(c.relname, '\d+$', to_char(next_month, 'YYYYMM')) or c.relname like '%\_initial'
  loop
    continue when exists (select from pg_trigger where tgrelid = partition and tgname = 'month_is_closed');
    execute format('create trigger month_is_closed before insert on %s for each row execute function refuse_change()', partition);
  end loop;
end $$;
revoke execute on function close_ledger_month(date) from public;
