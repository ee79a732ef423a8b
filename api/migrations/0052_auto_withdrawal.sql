-- Rules by which balances are withdrawn without an order of the user (decision 0071).

-- One for each employee; a rule that is off keeps its terms, so that it can be switched on again.
create table auto_withdrawal (
  employee_id uuid primary key references employee,
  binding_id uuid not null references payout_binding,
  -- One of the two is set: an hour of each day by the clock of the restaurant, or the balance in kopecks from which it withdraws.
  daily_hour int check (daily_hour between 0 and 23),
  threshold bigint check (threshold >= 10000),
  check ((daily_hour is null) <> (threshold is null)),
  -- Kopecks that it withdraws in a day of the restaurant, at most.
  day_limit bigint not null check (day_limit >= 10000),
  confirmed_at timestamptz not null default clock_timestamp(),
  -- Since when the browser and the passkey that confirmed it are known: its orders are as unusual as those of that browser.
  device_since timestamptz not null default clock_timestamp(),
  passkey_since timestamptz,
  -- Null: it is on.
  stopped_at timestamptz,
  stop_reason text check (stop_reason in ('user', 'refused', 'method_removed', 'method_changed', 'method_blocked',
    'method_unavailable', 'dismissed', 'account_blocked', 'password_recovered')),
  check ((stopped_at is null) = (stop_reason is null)),
  -- It has stopped by itself, and a worker has still to send a message about it.
  is_unannounced boolean not null default false,
  -- The number of the next payout: a process that is late with it finds another number, and orders nothing.
  run int not null default 1,
  -- The day of the restaurant in which a daily rule has run.
  ran_on date,
  -- Until then it belongs to a process, or waits.
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_payout_id uuid references payout,
  -- Why its newest run has withdrawn nothing.
  waited_for text check (waited_for in ('below_minimum', 'limit')),
  waited_at timestamptz,
  check ((waited_for is null) = (waited_at is null))
);
create index auto_withdrawal_by_binding on auto_withdrawal (binding_id);
create index auto_withdrawal_on on auto_withdrawal (next_attempt_at) where stopped_at is null;
create index auto_withdrawal_unannounced on auto_withdrawal (employee_id) where is_unannounced;
revoke truncate, references, trigger on auto_withdrawal from portal_app;

alter table payout add column automatic boolean not null default false;
-- Not valid: the rows before are none of them.
alter table payout add constraint payout_automatic check (not automatic or kind = 'payout') not valid;

-- As in 0049, with what has ordered it.
drop trigger payout_terms_are_final on payout;
create trigger payout_terms_are_final before update on payout for each row
  when ((old.id, old.kind, old.employee_id, old.user_id, old.binding_id, old.recipient_employee_id, old.amount, old.fee, old.restaurant_fee, old.sharing_way, old.automatic)
    is distinct from
    (new.id, new.kind, new.employee_id, new.user_id, new.binding_id, new.recipient_employee_id, new.amount, new.fee, new.restaurant_fee, new.sharing_way, new.automatic))
  execute function refuse_change_of_terms();

alter table push_message
  drop constraint push_message_kind_check,
  add constraint push_message_kind_check check (kind in ('tip', 'payout_paid', 'payout_failed', 'method', 'auto_stopped'));
