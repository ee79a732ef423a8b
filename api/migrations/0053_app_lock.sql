-- A lock of the portal in one browser: its session gives nothing personal until a PIN or a passkey has opened it (decision 0072).

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

-- A signature may open the lock of its session.
alter table passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge add constraint passkey_challenge_purpose_check
  check (purpose in ('registration', 'sign_in', 'confirmation', 'unlock'));
