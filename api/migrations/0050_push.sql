-- Push messages to browsers that a user has allowed to show them (decision 0069).

-- What a user has chosen; the rows of others are missing.
create table push_preference (
  user_id uuid primary key references user_account,
  tips boolean not null default true,
  payouts boolean not null default true,
  amounts boolean not null default true,
  -- Hours by the clock of the restaurant.
  quiet_from int check (quiet_from between 0 and 23),
  quiet_to int check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null))
);

-- A browser, by the address and the keys that its push service has given it. It ends with the session.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account,
  session_id uuid not null unique references session on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- The portal's key that it was created with: the push service accepts messages that are signed by it alone.
  public_key text not null,
  hides_amounts boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz
);
create index push_subscription_by_user on push_subscription (user_id);

-- What happened, written in the transaction of the event and taken a moment later. Without references: they would lock rows of users in
-- transactions of money.
create table push_event (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  kind text not null,
  count int not null,
  -- Kopecks.
  amount bigint not null,
  time_zone text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- What a browser is told, by kind: all that happened since its user saw the portal, so that a newer message replaces the older ones.
create table push_message (
  subscription_id uuid not null references push_subscription on delete cascade,
  kind text not null check (kind in ('tip', 'payout_paid', 'payout_failed', 'method')),
  count int not null,
  amount bigint not null,
  time_zone text not null,
  -- Grows with each event: a message that was sent meanwhile lacks the newer ones.
  revision int not null default 1,
  attempts int not null default 0,
  -- Null: it is sent.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  primary key (subscription_id, kind)
);
create index push_message_due on push_message (next_attempt_at) where next_attempt_at is not null;
