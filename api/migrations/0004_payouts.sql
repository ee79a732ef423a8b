-- Withdrawals and transfers. A payout's row is its own outbox.

-- A card's number never leaves this schema; outside of it there is a token.
create schema vault;
create table vault.card (
  token text primary key,
  ciphertext bytea not null,
  -- HMAC of the number: finds the same card again without reading it.
  fingerprint bytea not null,
  last4 text not null,
  network text not null
);

-- A card or СБП phone of a user, registered with a restaurants' bank.
create table payout_binding (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account,
  bank text not null,
  type text not null check (type in ('card', 'sbp')),
  card_token text,
  mask text,
  last4 text,
  network text,
  phone text,
  sbp_bank_id text,
  bank_name text not null,
  label text not null default '',
  is_default boolean not null default false,
  status text not null default 'active' check (status in ('active', 'blocked')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'card') = (card_token is not null and last4 is not null and network is not null and mask is not null)),
  check ((type = 'sbp') = (phone is not null and sbp_bank_id is not null))
);
create index payout_binding_user on payout_binding (user_id) where deleted_at is null;
create unique index payout_binding_default on payout_binding (user_id, bank) where is_default and deleted_at is null;

create table payout (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 100001) unique,
  kind text not null check (kind in ('payout', 'transfer')),
  employee_id uuid not null references employee,
  user_id uuid not null references user_account,
  binding_id uuid references payout_binding,
  recipient_employee_id uuid references employee,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'succeeded', 'canceled')),
  reason text,
  destination_type text not null,
  destination_title text not null,
  comment text,
  rrn text,
  created_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  -- Gapless per employee and per user: page N is an index range.
  employee_seq bigint not null,
  user_seq bigint not null,
  -- The outbox: when a worker may take it next. Whoever takes it puts that off until the end of a lease.
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  check ((kind = 'payout') = (binding_id is not null)),
  check ((kind = 'transfer') = (recipient_employee_id is not null))
);
create unique index payout_by_employee on payout (employee_id, employee_seq);
create unique index payout_by_user on payout (user_id, user_seq);
-- What counts against the limit of a day.
create index payout_by_day on payout (employee_id, created_at) where kind = 'payout' and status <> 'canceled';
create index payout_due on payout (next_attempt_at) where status in ('pending', 'processing');

create table payout_event (
  payout_id uuid not null references payout,
  status text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (payout_id, status)
);

-- How many payouts an employee or a user has: locked while one is added.
create table payout_feed (
  owner_id uuid primary key,
  count bigint not null default 0
);

-- The saved answer of a call that must happen once, kept in the transaction of what it did. An answer that did nothing is
-- not kept, so that the key can be used again. Text, since jsonb would reorder its keys.
create table idempotency_key (
  user_id uuid not null references user_account,
  key text not null,
  request_hash bytea not null,
  payout_id uuid not null references payout,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
