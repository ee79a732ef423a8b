-- How users prove who they are: devices, sessions, codes, passwords, passkeys, and budgets of guesses.

-- A browser in which a user has signed in: it may guess on when strangers have used up the guesses at the user's phone.
-- Its cookie holds 32 random bytes, of which only the SHA-256 is stored, and signs nobody in.
create table device (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null,
  user_id uuid not null references user_account,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- A new password or phone ends the device's own budgets. The row stays: it says since when the user has had another
  -- device than today's, which a recovery by a thief must not wipe out.
  forgotten_at timestamptz,
  -- A keyed hash of the address from which the user has last signed in with this device.
  address_hash bytea,
  -- One browser may be known to several users.
  unique (token_hash, user_id)
);
create index device_by_user on device (user_id, last_seen_at);

-- The cookie holds 32 random bytes; only their SHA-256 is stored.
create table session (
  id uuid primary key default uuid_v7(),
  token_hash bytea not null unique,
  user_id uuid not null references user_account,
  remembered boolean not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The device that the session began on.
  device_id uuid references device on delete set null,
  -- The token of a remembered session is replaced after each day of use (decision 0086). Its successor is derived from
  -- the token and the seed, so that all responses to the same token have the same successor.
  token_since timestamptz not null default now(),
  successor_seed bytea,
  successor_hash bytea,
  -- Since when requests have had the successor, and no longer the token itself.
  successor_used_at timestamptz,
  -- The previous token, which ends the session when it comes back.
  predecessor_hash bytea,
  replaced_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);
create unique index session_by_successor on session (successor_hash) where successor_hash is not null;
create unique index session_by_predecessor on session (predecessor_hash) where predecessor_hash is not null;

-- A lock of the portal in one browser: its session gives nothing personal until a PIN or a passkey has opened it
-- (decision 0072).
create table app_lock (
  session_id uuid primary key references session on delete cascade,
  -- argon2id.
  pin_hash text not null,
  digits int not null check (digits between 4 and 6),
  -- For how long the user may leave the portal.
  after_minutes int not null check (after_minutes between 0 and 60),
  -- Wrong PINs since the last right one.
  wrong_pins int not null default 0,
  -- The user has left, and from then on it is locked; null: the portal is open.
  locks_at timestamptz
);

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
  consumed_at timestamptz,
  -- After too many wrong guesses the subject's codes are neither sent nor checked until then.
  blocked_until timestamptz,
  -- The one thing that the code confirms.
  bound_to text
);
create index otp_subject on otp (subject, purpose, id desc);
create index otp_phone on otp (phone, created_at desc);
create index otp_block on otp (subject, blocked_until) where blocked_until is not null;

-- A right code was entered; its token sets one new password. Only the token's SHA-256 is stored.
create table password_reset (
  token_hash bytea primary key,
  user_id uuid not null references user_account,
  expires_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);

-- A new phone to sign in with that the old one has not confirmed: it takes effect later, unless it is canceled.
create table phone_change (
  user_id uuid primary key references user_account,
  phone text not null,
  due_at timestamptz not null
);
create index phone_change_due on phone_change (due_at);

-- Passkeys: a second way to sign in and to confirm money.
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

-- What an authenticator signs. A row is deleted in the transaction of what the signature allows, so it allows one
-- thing.
create table passkey_challenge (
  challenge bytea primary key,
  -- `unlock` opens the lock of the session.
  purpose text not null check (purpose in ('registration', 'sign_in', 'confirmation', 'unlock')),
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

-- Counters in windows, each of which starts with its first hit; in the database, since replicas share no memory.
create table rate_limit (
  key text not null primary key,
  window_start timestamptz not null,
  hits int not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index rate_limit_age on rate_limit (window_start);

-- Consumes one of each budget, or none. Returns the seconds until all of them have one, null when it is done. A request
-- that finds an empty budget writes nothing.
create function consume_budgets(p_keys text[], p_maxima int[], p_windows int[])
returns int language plpgsql as $$
declare
  budget record;
  counted record;
  wait int;
  -- A later window was opened by a clock that was wrong.
  latest timestamptz := now() + interval '1 minute';
begin
  select max(ceil(extract(epoch from r.window_start - clock_timestamp()) + b.seconds)) into wait
  from unnest(p_keys, p_maxima, p_windows) as b (key, maximum, seconds)
  join rate_limit r on r.key = b.key
  where r.hits >= b.maximum and r.window_start > now() - make_interval(secs => b.seconds) and r.window_start <= latest;
  if wait is not null then return greatest(wait, 1); end if;
  wait := 0;
  begin
    -- In one order, so that two calls over the same keys cannot wait for each other.
    for budget in select * from unnest(p_keys, p_maxima, p_windows) as b (key, maximum, seconds) order by key loop
      insert into rate_limit as r (key, window_start, hits) values (budget.key, now(), 1)
      on conflict (key) do update set
        hits = case when r.window_start > now() - make_interval(secs => budget.seconds) and r.window_start <= latest then r.hits + 1 else 1 end,
        window_start = case when r.window_start > now() - make_interval(secs => budget.seconds) and r.window_start <= latest then r.window_start else now() end
      -- Not `now()`, when the transaction began: a call that waited for another one would find a window that opened later.
      returning r.hits, ceil(extract(epoch from r.window_start - clock_timestamp()) + budget.seconds)::int as seconds_left into counted;
      if counted.hits > budget.maximum then wait := greatest(wait, counted.seconds_left, 1); end if;
    end loop;
    if wait > 0 then raise exception 'a budget is empty' using errcode = 'P0B01'; end if;
  exception when sqlstate 'P0B01' then
    -- The rows are as before; the variable is not.
    return wait;
  end;
  return null;
end $$;
