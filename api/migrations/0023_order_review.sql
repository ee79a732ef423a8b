-- An order that looks like a thief's waits for an operator: its money is held, and no worker takes it until it is released.
alter table payout add column review text check (review in ('open', 'released', 'rejected'));
create index payout_in_review on payout (created_at) where review = 'open';

-- An unusual order that was confirmed once, and is carried out when it is confirmed again.
create table order_confirmation (
  user_id uuid not null references user_account,
  bound_to text not null,
  -- A passkey is followed by a code.
  proof text not null check (proof in ('code', 'passkey')),
  -- The request that confirmed it: sent again because its response was lost, it gets the same one.
  idempotency_key text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, bound_to)
);
