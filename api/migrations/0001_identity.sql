-- People, where they work, how they prove who they are.

create table restaurant (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  bank text not null,
  time_zone text not null default 'Europe/Moscow'
);

create table user_account (
  id uuid primary key default gen_random_uuid(),
  phone text not null unique check (phone ~ '^\+79[0-9]{9}$'),
  password_hash text not null,
  first_name text not null,
  last_name text not null default '',
  about text not null default '',
  tags text[] not null default '{}',
  photo_url text,
  goal jsonb,
  created_at timestamptz not null default now()
);

create table employee (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account,
  restaurant_id uuid not null references restaurant,
  is_default boolean not null default false,
  is_manager boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, restaurant_id)
);
-- One account holds the team's shared tips.
create unique index employee_default on employee (restaurant_id) where is_default;

-- The cookie holds 32 random bytes; only their SHA-256 is kept.
create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references user_account,
  remembered boolean not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);

-- A one-time code. `subject`: the user's id, or the phone of somebody who is not signed in.
create table otp (
  id bigint generated always as identity primary key,
  subject text not null,
  purpose text not null,
  phone text not null,
  code_hmac bytea not null,
  attempts_left int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index otp_subject on otp (subject, purpose, id desc);
create index otp_phone on otp (phone, created_at desc);

-- Counters in fixed windows; in the database, since replicas share no memory.
create table rate_limit (
  key text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (key, window_start)
);
create index rate_limit_age on rate_limit (window_start);
