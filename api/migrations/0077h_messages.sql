-- What users are told: hints for open pages, push messages, SMS; and signed messages of others.

-- How many hints a user's pages were sent: a page that comes back with the newest number has missed nothing.
create table live_feed (
  user_id uuid primary key references user_account,
  seq bigint not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- What a user has chosen for push messages (decision 0069); users who have chosen nothing have no row.
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
  -- The portal's key that it was created with: the push service accepts only messages that are signed by it.
  public_key text not null,
  hides_amounts boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz
);
create index push_subscription_by_user on push_subscription (user_id);

-- What happened, written in the transaction of the event and taken a moment later. Without references: they would lock
-- rows of users in transactions of money.
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

-- What a browser is told, by kind: all that happened since its user saw the portal, so that a newer message replaces
-- the older ones.
create table push_message (
  subscription_id uuid not null references push_subscription on delete cascade,
  kind text not null check (kind in ('tip', 'payout_paid', 'payout_failed', 'method', 'auto_stopped')),
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

-- Each message that a provider was requested to send, without its text: which provider has it, what became of it, and
-- what it cost. Rows are deleted after a week. `id` is what SMSC.ru takes for an id, a number up to 2147483647.
create table sms_message (
  id int generated always as identity primary key,
  phone text not null,
  provider text not null,
  -- The provider's own id; null until it has responded, and where it has none.
  provider_id text,
  -- `sending`: the request is on its way; `unknown`: its response was lost, the message may have been sent.
  state text not null default 'sending'
    check (state in ('sending', 'unknown', 'rejected', 'accepted', 'delivered', 'undelivered')),
  -- The provider's code of a rejection or a failed delivery, or the network error.
  reason text,
  segments int not null,
  cost bigint check (cost >= 0),
  -- What remained on the account at the provider, as it reported with the message. Kopecks, as the cost.
  balance bigint,
  checks int not null default 0,
  -- When the provider is asked next what became of the message; null: never again.
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index sms_message_by_phone on sms_message (phone, id desc);
create index sms_message_by_time on sms_message (created_at);
create index sms_message_due on sms_message (next_check_at) where next_check_at is not null;

-- Messages about changes of an account that are not sent yet: a row is written in the transaction of the change, and
-- deleted as soon as a provider has the message.
create table security_notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references user_account,
  -- Who had the account before the change: another phone than that of the user, where the change is one of phones.
  phone text not null,
  text text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index security_notice_due on security_notice (next_attempt_at);

-- Signed messages that were accepted: the same one again is a replay. Messages older than some minutes are rejected by
-- their time.
create table webhook_message (
  id text not null,
  signed_at timestamptz not null,
  primary key (id, signed_at)
);
create index webhook_message_age on webhook_message (signed_at);
