-- What a manager sends to a new colleague.
create table invitation (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{4,64}$'),
  restaurant_id uuid not null references restaurant,
  reusable boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
