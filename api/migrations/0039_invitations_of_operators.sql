-- Invitations that operators and managers make.
alter table invitation
  -- The code is the right to join, so the audit trail and commands name an invitation by this.
  add column id uuid not null unique default gen_random_uuid(),
  -- Of a reusable one; null: without a limit.
  add column max_uses int check (max_uses > 0),
  add column uses int not null default 0,
  add column revoked_at timestamptz,
  -- A personal one is for the owner of a phone, and decides what the employee is.
  add column phone text check (phone ~ '^\+79[0-9]{9}$'),
  add column name text,
  add column external_id text check (length(external_id) between 1 and 100),
  add column is_manager boolean not null default false,
  add check (reusable or max_uses is null),
  add check (phone is not null or (name is null and external_id is null and not is_manager)),
  add check (phone is null or not reusable);
update invitation set uses = 1 where used_at is not null;
create index invitation_by_restaurant on invitation (restaurant_id, created_at);
create index invitation_used_by on invitation (used_by);
-- A person who is invited again has the same invitation.
create unique index invitation_of_phone on invitation (restaurant_id, phone)
  where phone is not null and used_at is null and revoked_at is null;
