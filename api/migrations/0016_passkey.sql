-- Passkeys: a second way to sign in and to confirm money.

-- The name that authenticators store for a user. It is random: it reveals nothing about the person.
alter table user_account add column passkey_handle uuid not null unique default gen_random_uuid();

create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account,
  -- Base64url, as browsers send it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with each use where the authenticator counts; a lower one comes from a copy.
  counter bigint not null,
  transports text[] not null,
  -- Whether it may be, and is, copied to the user's other devices.
  backup_eligible boolean not null,
  backed_up boolean not null,
  label text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_by_user on passkey (user_id);

-- What an authenticator signs. A row is deleted in the transaction of what the signature allows, so it allows one thing.
create table passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('registration', 'sign_in', 'confirmation')),
  -- Null before sign-in. A session belongs to one user for as long as it lasts.
  session_id uuid references session on delete cascade,
  -- The one thing that the signature confirms.
  bound_to text,
  expires_at timestamptz not null,
  check ((session_id is null) = (purpose = 'sign_in')),
  check ((bound_to is not null) = (purpose = 'confirmation'))
);
create index passkey_challenge_session on passkey_challenge (session_id);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
