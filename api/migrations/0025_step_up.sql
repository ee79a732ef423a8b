-- After what may be a takeover of the account its limits are lowered for a day.
alter table user_account add column recovered_at timestamptz, add column phone_changed_at timestamptz;
-- When a code confirmed where the money goes. Null for what was there before: it is not new.
alter table payout_binding add column confirmed_at timestamptz;

-- A new phone to sign in with that the old one has not confirmed: it takes effect later, unless it is canceled.
create table phone_change (
  user_id uuid primary key references user_account,
  phone text not null,
  due_at timestamptz not null
);
create index phone_change_due on phone_change (due_at);

-- What counts against the limit of a day for transfers, as `payout_by_day` for withdrawals.
create index payout_transfer_by_day on payout (employee_id, created_at) where kind = 'transfer' and status <> 'canceled';
