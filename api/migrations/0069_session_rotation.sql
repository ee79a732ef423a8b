-- The token of a remembered session is replaced after each day of use (decision 0086). Its successor is derived from the token and the seed,
-- so that all responses to the same token have the same one.
alter table session
  add column token_since timestamptz not null default now(),
  add column successor_seed bytea,
  add column successor_hash bytea,
  -- Since when requests have had the successor, and none the token itself.
  add column successor_used_at timestamptz,
  -- The token before, which ends the session when it comes back.
  add column predecessor_hash bytea,
  add column replaced_at timestamptz;
create unique index session_by_successor on session (successor_hash) where successor_hash is not null;
create unique index session_by_predecessor on session (predecessor_hash) where predecessor_hash is not null;
