-- What an employee reads: one line a tip, payout or transfer, numbered so that page N is an index range.

-- A list somebody can page through: an employee's or a user's, of all types or of one (tip, payout, transfer).
-- `count` is the total, and the number of the newest line. Its row is locked while a line is added.
create table operation_feed (
  owner_id uuid not null,
  type text not null check (type in ('all', 'tip', 'payout', 'transfer')),
  count bigint not null default 0,
  primary key (owner_id, type)
);

create table operation (
  id uuid primary key default gen_random_uuid(),
  employee_id uuid not null references employee,
  user_id uuid not null references user_account,
  type text not null check (type in ('tip', 'payout', 'transfer_in', 'transfer_out', 'refund')),
  -- `transfer_in`, `transfer_out` → `transfer`: the feed of one type.
  family text not null generated always as (split_part(type, '_', 1)) stored,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0,
  status text not null check (status in ('pending', 'completed', 'canceled')),
  title text not null,
  payout_id uuid,
  rating int,
  comment text,
  -- Never before the one that was added to the same feed before it: a moment is found in a feed by bisection, and a
  -- period is a range of numbers.
  created_at timestamptz not null,
  -- Numbers in the four feeds it belongs to; a refund is in no feed of one type.
  employee_seq bigint not null,
  employee_type_seq bigint,
  user_seq bigint not null,
  user_type_seq bigint
);
create unique index operation_by_employee on operation (employee_id, employee_seq);
create unique index operation_by_employee_type on operation (employee_id, family, employee_type_seq);
create unique index operation_by_user on operation (user_id, user_seq);
create unique index operation_by_user_type on operation (user_id, family, user_type_seq);
create index operation_by_payout on operation (payout_id) where payout_id is not null;

create table tip (
  external_id text primary key,
  employee_id uuid not null references employee,
  amount bigint not null,
  status text not null check (status in ('pending', 'completed')),
  paid_at timestamptz not null,
  operation_id uuid not null references operation
);

-- Tips of a day in the restaurant's time zone: average, chart and statistics read these rows alone.
create table tip_day (
  employee_id uuid not null references employee,
  day date not null,
  amount bigint not null,
  count int not null,
  primary key (employee_id, day)
);
