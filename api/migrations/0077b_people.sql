-- Restaurants, people, where they work, and how they join.

create table restaurant (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  bank text not null,
  time_zone text not null default 'Europe/Moscow',
  -- What the restaurant's own systems call it: the payment side and files of a team use this name. Operators set it.
  external_id text check (length(external_id) between 1 and 100),
  -- The adapter that pays its employees; null: the default of the settings.
  payout_provider text check (payout_provider in ('sandbox', 'yookassa')),
  -- A closed restaurant employs nobody any more; money that is there stays withdrawable.
  closed_at timestamptz,
  -- The percentage of the fee of withdrawals that the restaurant pays.
  fee_share int not null default 0 check (fee_share between 0 and 100)
);
create unique index restaurant_by_external_id on restaurant (external_id);
revoke delete on restaurant from portal_app;

create table user_account (
  id uuid primary key default gen_random_uuid(),
  phone text not null unique,
  password_hash text not null,
  first_name text not null,
  last_name text not null default '',
  about text not null default '',
  tags text[] not null default '{}',
  photo_url text,
  goal jsonb,
  created_at timestamptz not null default now(),
  -- The name that authenticators store for a user. It is random: it reveals nothing about the person.
  passkey_handle uuid not null unique default gen_random_uuid(),
  -- A disabled user cannot use the portal. The money stays where it is.
  disabled_at timestamptz,
  -- After what may be a takeover of the account its limits are lowered for a day.
  recovered_at timestamptz,
  phone_changed_at timestamptz,
  -- What the ledger needs of a deleted account remains and names nobody; its phone is free for another account.
  deleted_at timestamptz,
  -- `releases` opens the page of the portal's releases.
  rights text[] not null default '{}' check (rights <@ array['releases']),
  -- A keyed hash of the phone of a deleted account that owes for tips which guests have taken back: who registers with
  -- the phone again has the account back with its debt (decision 0037).
  phone_fingerprint bytea,
  constraint user_account_check check (phone_fingerprint is null or deleted_at is not null),
  constraint user_account_phone_check
    check (phone ~ '^\+79[0-9]{9}$' or (deleted_at is not null and phone = 'deleted:' || id))
);
create index user_account_by_fingerprint on user_account (phone_fingerprint) where phone_fingerprint is not null;
revoke delete on user_account from portal_app;

create table employee (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account,
  restaurant_id uuid not null references restaurant,
  is_default boolean not null default false,
  is_manager boolean not null default false,
  created_at timestamptz not null default now(),
  -- A disabled employee has lost the restaurant. The money stays where it is.
  disabled_at timestamptz,
  external_id text check (length(external_id) between 1 and 100),
  unique (user_id, restaurant_id)
);
-- One account holds the team's shared tips.
create unique index employee_default on employee (restaurant_id) where is_default;
-- Two restaurants may give the same number to two people.
create unique index employee_by_external_id on employee (restaurant_id, external_id);
revoke delete on employee from portal_app;

-- The wallet of an employee belongs to the user who is the employee, and transfers stay in the restaurant.
create trigger employee_terms_are_final before update on employee for each row
  when ((old.id, old.user_id, old.restaurant_id) is distinct from (new.id, new.user_id, new.restaurant_id))
  execute function refuse_change_of_terms();

-- What operators and managers send to a new colleague.
create table invitation (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{4,64}$'),
  restaurant_id uuid not null references restaurant,
  reusable boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references user_account,
  -- The code is the right to join, so the audit trail and commands name an invitation by this.
  id uuid not null unique default gen_random_uuid(),
  -- How often a reusable invitation may be used; null: without a limit.
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  revoked_at timestamptz,
  -- A personal invitation is for the owner of a phone, and decides what the employee is.
  phone text check (phone ~ '^\+79[0-9]{9}$'),
  name text,
  external_id text check (length(external_id) between 1 and 100),
  is_manager boolean not null default false,
  check (reusable or max_uses is null),
  check (phone is not null or (name is null and external_id is null and not is_manager)),
  check (phone is null or not reusable)
);
create index invitation_by_restaurant on invitation (restaurant_id, created_at);
create index invitation_used_by on invitation (used_by);
-- A person who is invited again has the same invitation.
create unique index invitation_of_phone on invitation (restaurant_id, phone)
  where phone is not null and used_at is null and revoked_at is null;

-- What a user agreed to, by the version of the text.
create table consent (
  user_id uuid not null references user_account,
  kind text not null,
  version text not null,
  given_at timestamptz not null default now(),
  primary key (user_id, kind, version)
);
revoke delete on consent from portal_app;

-- An image that the user stored; the same image of two users is one file.
create table upload (
  name text not null,
  user_id uuid not null references user_account,
  kind text,
  created_at timestamptz not null default now(),
  primary key (name, user_id)
);
