-- Tips, and what employees read of their money: one operation for each tip, payout, transfer and adjustment.

-- A list that somebody can page through: an employee's or a user's, of all types or of one (tip, payout, transfer).
-- `count` is the total. Its row is locked while an operation is added.
create table operation_feed (
  owner_id uuid not null,
  type text not null check (type in ('all', 'tip', 'payout', 'transfer')),
  count bigint not null default 0,
  primary key (owner_id, type)
  -- The tables that change with each tip, order or request have room in each page for the next version of a row, so
  -- that no index gets an entry (a HOT update), and dead versions are cleared before they fill the table.
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
revoke delete on operation_feed from portal_app;

create table operation (
  id uuid primary key default uuid_v7(),
  employee_id uuid not null references employee,
  user_id uuid not null references user_account,
  type text not null constraint operation_type_check check (
    type in ('tip', 'payout', 'transfer_in', 'transfer_out', 'refund',
      'correction_in', 'correction_out', 'chargeback')),
  -- `transfer_in`, `transfer_out` → `transfer`: the feed of one type.
  family text not null generated always as (split_part(type, '_', 1)) stored,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0,
  status text not null check (status in ('pending', 'completed', 'canceled')),
  title text not null,
  payout_id uuid,
  rating int,
  comment text,
  -- Never before the operation that was added to the same feed before it, so that nothing is added in the middle of a
  -- list that somebody pages through. A tip that arrives late has the moment of its arrival here.
  created_at timestamptz not null,
  -- A number that people can read out to each other. Operations and payouts take theirs from one sequence: a withdrawal
  -- and both sides of a transfer have the number of their payout, and no other operation has it.
  number bigint not null default nextval('payout_number_seq'),
  -- What the restaurant pays of the fee of a withdrawal, as `payout` has it.
  restaurant_fee bigint not null default 0 check (restaurant_fee >= 0),
  -- When the guest paid the tip that it is, or adjusts; null: at `created_at`. Statements and certificates count it on
  -- the day on which the guest paid, as `tip_day` does (decision 0079).
  paid_at timestamptz
  -- Large tables to which rows are added: the usual share of new rows is too many to wait for.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Lists are read by these indexes: all operations and tips by the first one, payouts and transfers, which may be rare,
-- by their own (decision 0100).
create index operation_by_date on operation (employee_id, created_at, id) include (family);
create index operation_payouts_by_date on operation (employee_id, created_at, id) where family = 'payout';
create index operation_transfers_by_date on operation (employee_id, created_at, id) where family = 'transfer';
create index operation_by_payout on operation (payout_id) where payout_id is not null;
-- Both sides of a transfer have its number. Numbers of other operations are the next one of the sequence.
create unique index operation_by_payout_number on operation (number, employee_id) where payout_id is not null;
-- Finds a number that a user reads out: operations are written in the order of them.
create index operation_number_range on operation using brin (number) with (pages_per_range = 16, autosummarize = on);
-- Statements read these few by the day on which the guest paid.
create index operation_paid_at on operation (employee_id, paid_at) where paid_at is not null;
revoke delete on operation from portal_app;

-- What people read of their money says what the ledger says.
create trigger operation_terms_are_final before update on operation for each row
  when ((old.id, old.employee_id, old.user_id, old.type, old.amount, old.fee, old.restaurant_fee, old.title,
      old.payout_id, old.number)
    is distinct from
    (new.id, new.employee_id, new.user_id, new.type, new.amount, new.fee, new.restaurant_fee, new.title,
      new.payout_id, new.number))
  execute function refuse_change_of_terms();

create table tip (
  external_id text primary key,
  employee_id uuid not null references employee,
  amount bigint not null,
  status text not null check (status in ('pending', 'completed')),
  paid_at timestamptz not null,
  operation_id uuid not null references operation
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
revoke delete on tip from portal_app;

create trigger tip_terms_are_final before update on tip for each row
  when ((old.external_id, old.employee_id, old.amount) is distinct from (new.external_id, new.employee_id, new.amount))
  execute function refuse_change_of_terms();

-- A booked tip turns out to be of another amount: the till corrects it, or the guest takes the payment back. What is
-- added to or taken from it, once. What the employee has withdrawn meanwhile cannot be taken from the wallet, which is
-- never below zero: it is a debt that later tips pay (decision 0036).
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
revoke update, delete on tip_adjustment from portal_app;

-- Tips of a day in the restaurant's time zone. Averages, charts and statistics read hundreds of days, each of which
-- is in another page of the table: the index has their sums too, so that they are read from a few pages beside each
-- other.
create table tip_day (
  employee_id uuid not null references employee,
  day date not null,
  amount bigint not null,
  count int not null,
  primary key (employee_id, day) include (amount, count)
  -- Pages that are known to be visible to all are not read.
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.02);
revoke delete on tip_day from portal_app;

-- Tips of an hour by the clock of the restaurant (decision 0074). Triggers count them.
create table tip_hour (
  employee_id uuid not null references employee,
  day date not null,
  hour int not null check (hour between 0 and 23),
  -- Kopecks.
  amount bigint not null,
  count int not null,
  primary key (employee_id, day, hour)
);
revoke delete on tip_hour from portal_app;

create function count_tips_by_hour() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into tip_hour (employee_id, day, hour, amount, count)
  select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(amount), count(*)
  from (
    -- A join might read all employees: a plan that is stored does not know how few the tips are.
    select t.employee_id, t.amount, t.paid_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = t.employee_id
    ) as paid_at
    from added t
  ) as dated
  group by 1, 2, 3
  on conflict (employee_id, day, hour)
  do update set amount = tip_hour.amount + excluded.amount, count = tip_hour.count + excluded.count;
  return null;
end $$;
create trigger tips_are_counted_by_hour after insert on tip referencing new table as added
  for each statement execute function count_tips_by_hour();

-- In the hour of its tip. A tip with nothing left does not count; one that is given back counts again.
create function count_adjustments_by_hour() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into tip_hour (employee_id, day, hour, amount, count)
  select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(change),
    sum((left_now > 0)::int - (left_now - change > 0)::int)
  from (
    select t.employee_id, a.change, t.paid_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = t.employee_id
    ) as paid_at, t.amount + (select sum(change) from tip_adjustment every where every.tip = a.tip) as left_now
    from (select tip, sum(change) as change from added group by tip) as a
    join tip t on t.external_id = a.tip
  ) as dated
  group by 1, 2, 3
  on conflict (employee_id, day, hour)
  do update set amount = tip_hour.amount + excluded.amount, count = tip_hour.count + excluded.count;
  return null;
end $$;
create trigger adjustments_are_counted_by_hour after insert on tip_adjustment referencing new table as added
  for each statement execute function count_adjustments_by_hour();

create function date_late_tips() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation o set paid_at = t.paid_at from added t where o.id = t.operation_id and o.created_at <> t.paid_at;
  return null;
end $$;
create trigger late_tips_are_dated after insert on tip referencing new table as added
  for each statement execute function date_late_tips();

create function date_adjustments() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation o set paid_at = t.paid_at from added a join tip t on t.external_id = a.tip where o.id = a.operation_id;
  return null;
end $$;
create trigger adjustments_are_dated after insert on tip_adjustment referencing new table as added
  for each statement execute function date_adjustments();
revoke execute on function count_tips_by_hour(), count_adjustments_by_hour(), date_late_tips(), date_adjustments()
  from public;

-- Ratings and comments of a day in the restaurant's time zone: averages of months read only these rows.
create table review_day (
  employee_id uuid not null references employee,
  day date not null,
  -- 0: words without a rating.
  stars smallint not null check (stars between 0 and 5),
  count int not null,
  -- Those with words.
  commented int not null,
  primary key (employee_id, day, stars)
);
revoke delete on review_day from portal_app;

-- Tips of one employee are booked under the lock of the wallet, so that two transactions never wait for rows of each
-- other.
create function count_reviews_by_day() returns trigger language plpgsql as $$
begin
  insert into review_day as counted (employee_id, day, stars, count, commented)
  select booked.employee_id, (booked.created_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = booked.employee_id
    ))::date as day, coalesce(booked.rating, 0), count(*), count(booked.comment)
  from booked
  where booked.type = 'tip' and (booked.rating is not null or booked.comment is not null)
  group by 1, 2, 3
  on conflict (employee_id, day, stars)
  do update set count = counted.count + excluded.count, commented = counted.commented + excluded.commented;
  return null;
end $$;
create trigger reviews_are_counted after insert on operation
  referencing new table as booked for each statement execute function count_reviews_by_day();

-- What was booked in an hour by each source of tips and for each restaurant, so that a stolen token or secret creates
-- money only up to a ceiling (decision 0090). Kopecks; what is taken back is not subtracted.
create table booked_hour (
  -- `source:token`, `source:webhook`, `restaurant:<id>`
  scope text not null,
  hour timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (scope, hour)
);
