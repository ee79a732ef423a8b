-- What people do with their own accounts.

-- Proof of a right code, told once as a token that sets one new password; only its SHA-256 is kept.
create table password_reset (
  token_hash bytea primary key,
  user_id uuid not null references user_account,
  expires_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);

-- What a user agreed to, by the version of the text.
create table consent (
  user_id uuid not null references user_account,
  kind text not null,
  version text not null,
  given_at timestamptz not null default now(),
  primary key (user_id, kind, version)
);

alter table invitation add column used_by uuid references user_account;

-- The card or phone that the code was asked for, and alone may be added with it.
alter table otp add column bound_to text;

-- An image that the user stored; the same one of two users is one file.
create table upload (
  name text not null,
  user_id uuid not null references user_account,
  kind text,
  created_at timestamptz not null default now(),
  primary key (name, user_id)
);

-- A card that nobody adds after all is forgotten.
alter table vault.card add column stored_at timestamptz not null default now();

create unique index payout_binding_card on payout_binding (user_id, bank, card_token)
  where type = 'card' and deleted_at is null;
create unique index payout_binding_sbp on payout_binding (user_id, bank, phone, sbp_bank_id)
  where type = 'sbp' and deleted_at is null;
-- Whether a payout to a binding is on its way.
create index payout_open_by_binding on payout (binding_id) where status in ('pending', 'processing');
