-- Payout methods, withdrawals and transfers.

create table vault.card (
  token text primary key,
  ciphertext bytea not null,
  -- HMAC of the number: finds the same card again without reading it.
  fingerprint bytea not null,
  last4 text not null,
  network text not null,
  -- A card that nobody adds after all is deleted some time after this.
  stored_at timestamptz not null default now(),
  -- Which key the card is encrypted with, so that two can be live; null: the key from before this column.
  key_id text
);
-- A card is stored once, whoever adds it and however often.
create unique index vault_card_fingerprint on vault.card (fingerprint);

-- Cards whose number only a provider has: what its form returned for them. The token in `payout_binding` is ours, as
-- for the cards of our vault.
create table vault.provider_card (
  token text primary key,
  provider text not null check (provider in ('sandbox', 'yookassa')),
  provider_token text not null,
  mask text not null,
  last4 text not null,
  network text not null check (network in ('mir', 'visa', 'mastercard')),
  issuer text not null,
  stored_at timestamptz not null default now(),
  -- The card as its provider has named it in the response to a payout, such as `2200 •••• •••• 1234` (decision 0089).
  -- Null: only the caller that stored the card has named its digits.
  told_mask text,
  unique (provider, provider_token)
);
revoke update on vault.provider_card from portal_app;
grant update (stored_at, told_mask) on vault.provider_card to portal_app;

-- A card or СБП phone of a user, registered with a restaurants' bank.
create table payout_binding (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_account,
  bank text not null,
  type text not null check (type in ('card', 'sbp')),
  card_token text,
  mask text,
  last4 text,
  network text,
  phone text,
  sbp_bank_id text,
  bank_name text not null,
  label text not null default '',
  is_default boolean not null default false,
  status text not null default 'active' check (status in ('active', 'blocked')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When a code confirmed where the money goes. Null: from before this column, and not new.
  confirmed_at timestamptz,
  check ((type = 'card') = (card_token is not null and last4 is not null and network is not null and mask is not null)),
  check ((type = 'sbp') = (phone is not null and sbp_bank_id is not null))
);
create index payout_binding_user on payout_binding (user_id) where deleted_at is null;
create unique index payout_binding_default on payout_binding (user_id, bank) where is_default and deleted_at is null;
create unique index payout_binding_card on payout_binding (user_id, bank, card_token)
  where type = 'card' and deleted_at is null;
create unique index payout_binding_sbp on payout_binding (user_id, bank, phone, sbp_bank_id)
  where type = 'sbp' and deleted_at is null;
revoke delete on payout_binding from portal_app;

-- A user who has cards or phones at a bank has exactly one default among them: the index above allows no second one,
-- this trigger requires the first one.
create function require_default_method() returns trigger language plpgsql as $$
declare
  changed payout_binding := coalesce(new, old);
begin
  if exists (
    select from payout_binding where user_id = changed.user_id and bank = changed.bank and deleted_at is null
    having not coalesce(bool_or(is_default), true)
  ) then
    raise exception 'the methods of user % at the bank % have no default', changed.user_id, changed.bank
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Deferred: a change of the default takes two statements, and only their end has to be right.
create constraint trigger payout_binding_has_default
  after insert or update or delete on payout_binding
  deferrable initially deferred
  for each row execute function require_default_method();

-- A payout names its card or phone by the binding, so the binding is part of its terms: somebody else with a connection
-- of the application could otherwise send orders that wait to a card of their own, and leave no row that says so.
create trigger payout_binding_terms_are_final before update on payout_binding for each row
  when ((old.id, old.user_id, old.bank, old.type, old.card_token, old.phone)
    is distinct from (new.id, new.user_id, new.bank, new.type, new.card_token, new.phone))
  execute function refuse_change_of_terms();

-- The bank of a phone changes, but not under a payout that is on its way.
create function refuse_bank_of_open_payout() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payout where binding_id = new.id and status in ('pending', 'processing')) then
    raise exception 'a payout to % is on its way', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_binding_bank_of_open_payout before update on payout_binding for each row
  when (old.sbp_bank_id is distinct from new.sbp_bank_id)
  execute function refuse_bank_of_open_payout();
revoke execute on function refuse_bank_of_open_payout() from public;

-- A withdrawal, or a transfer to one or several colleagues. The row is its own outbox.
create table payout (
  id uuid primary key default uuid_v7(),
  number bigint generated always as identity (start with 100001) unique,
  kind text not null check (kind in ('payout', 'transfer')),
  employee_id uuid not null references employee,
  user_id uuid not null references user_account,
  binding_id uuid references payout_binding,
  -- Who receives all of a transfer; null where it is shared.
  recipient_employee_id uuid references employee,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'succeeded', 'canceled')),
  reason text,
  destination_type text not null,
  destination_title text not null,
  comment text,
  rrn text,
  created_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  -- Gapless per employee and per user: page N is an index range.
  employee_seq bigint not null,
  user_seq bigint not null,
  -- The outbox: when a worker may take it next. Whoever takes it puts that off until the end of a lease.
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  -- The bank that it waits for, as the provider names it, so that a bank that hangs holds up only its own payouts. A
  -- worker stores it before the first attempt.
  bank text,
  -- How late the log has reported it to be: 0 not at all, 1 or 2 for the two ages that operators are alerted about.
  overdue_level int not null default 0,
  -- An order that looks like a thief's waits for an operator: its money is held, and no worker takes it until then.
  review text check (review in ('open', 'released', 'rejected')),
  -- What counts against a lowered limit is written down with the order. Decided by dates, a second recovery, another
  -- new card or another bank of a phone would begin to count from zero. Ordered while the limits of the user were
  -- lowered, after a recovery or a new phone.
  while_cooling boolean not null default false,
  -- Ordered to a card or phone that was new, or whose bank was.
  to_new_method boolean not null default false,
  -- The provider that has the payout, stored with `bank`; the provider's id of the payment, as soon as a response had
  -- it; and when the first attempt began, since a provider remembers an idempotency key for a limited time.
  provider text check (provider in ('sandbox', 'yookassa')),
  bank_reference text,
  sent_at timestamptz,
  -- What the restaurant owes of the fee, in kopecks, beside what the employee pays (`fee`).
  restaurant_fee bigint not null default 0 check (restaurant_fee >= 0),
  -- How a transfer to several colleagues was divided; null: all of it is for its one recipient.
  sharing_way text check (sharing_way in ('equal', 'hours', 'percent')),
  -- Ordered by a rule, and not by the user.
  automatic boolean not null default false,
  constraint payout_check check ((kind = 'payout') = (binding_id is not null)),
  constraint payout_transfer_has_recipient check (
    (kind = 'transfer') = (recipient_employee_id is not null or sharing_way is not null)
    and (recipient_employee_id is null or sharing_way is null)),
  constraint payout_automatic check (not automatic or kind = 'payout')
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
create unique index payout_by_employee on payout (employee_id, employee_seq);
create unique index payout_by_user on payout (user_id, user_seq);
-- What counts against the limits of a day, of withdrawals and of transfers.
create index payout_by_day on payout (employee_id, created_at) where kind = 'payout' and status <> 'canceled';
create index payout_transfer_by_day on payout (employee_id, created_at)
  where kind = 'transfer' and status <> 'canceled';
create index payout_lowered on payout (user_id, created_at) where while_cooling or to_new_method;
-- The history of an employee's sharings.
create index payout_sharing on payout (employee_id, employee_seq) where sharing_way is not null;
create index payout_due on payout (next_attempt_at) where status in ('pending', 'processing');
create index payout_without_bank on payout (id)
  where bank is null and kind = 'payout' and status in ('pending', 'processing');
create index payout_unfinished on payout (created_at) where status in ('pending', 'processing');
create index payout_in_review on payout (created_at) where review = 'open';
-- Whether a payout to a binding is on its way.
create index payout_open_by_binding on payout (binding_id) where status in ('pending', 'processing');
-- What has ended recently, for the metrics.
create index payout_completed on payout (completed_at) where completed_at is not null;
create unique index payout_by_bank_reference on payout (provider, bank_reference);
create index payout_by_provider on payout (provider, sent_at) where provider is not null;
revoke delete on payout from portal_app;

create trigger payout_terms_are_final before update on payout for each row
  when ((old.id, old.kind, old.employee_id, old.user_id, old.binding_id, old.recipient_employee_id, old.amount, old.fee,
      old.restaurant_fee, old.sharing_way, old.automatic)
    is distinct from
    (new.id, new.kind, new.employee_id, new.user_id, new.binding_id, new.recipient_employee_id, new.amount, new.fee,
      new.restaurant_fee, new.sharing_way, new.automatic))
  execute function refuse_change_of_terms();

-- A payout that has been sent stays with its provider, and is one payment there.
create trigger payout_provider_is_final before update on payout for each row
  when (old.provider is distinct from new.provider and old.attempts > 0
    or old.bank_reference is not null and old.bank_reference is distinct from new.bank_reference)
  execute function refuse_change_of_terms();

create table payout_event (
  payout_id uuid not null references payout,
  status text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (payout_id, status)
);
revoke delete on payout_event from portal_app;

-- How many payouts an employee or a user has: locked while one is added.
create table payout_feed (
  owner_id uuid primary key,
  count bigint not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
revoke delete on payout_feed from portal_app;

-- The stored response of a call that must happen once, in the transaction of what it did. A response that did nothing
-- is not stored, so that the key can be used again. Text, since jsonb would reorder its keys.
create table idempotency_key (
  user_id uuid not null references user_account,
  key text not null,
  request_hash bytea not null,
  payout_id uuid not null references payout,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- An unusual order that was confirmed once, and is carried out when it is confirmed again.
create table order_confirmation (
  user_id uuid not null references user_account,
  bound_to text not null,
  -- A passkey is followed by a code.
  proof text not null check (proof in ('code', 'passkey')),
  -- The request that confirmed it: sent again because its response was lost, it gets the same one.
  idempotency_key text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, bound_to)
);

-- Who gets what of a transfer to several colleagues, in the order of the list in which the sender has chosen them.
create table payout_share (
  payout_id uuid not null references payout,
  place int not null check (place between 1 and 50),
  employee_id uuid not null references employee,
  -- The colleague's name as of then, as a payout has its destination's.
  title text not null,
  -- Hours or percent, in halves; null where all get the same.
  weight float8 check (weight > 0),
  -- Kopecks; nobody gets less than a ruble.
  amount bigint not null check (amount >= 100),
  primary key (payout_id, place),
  unique (payout_id, employee_id)
);
create index payout_share_by_employee on payout_share (employee_id);
create trigger payout_share_append_only before update or delete or truncate on payout_share
  for each statement execute function refuse_change();
revoke update, delete on payout_share from portal_app;

-- Who gets what of a transfer, be it one colleague or several, and by which ref the ledger posts it.
create view payout_recipient as
  select id as payout_id, recipient_employee_id as employee_id, amount, 'payout:' || id || ':transfer' as ref
  from payout where recipient_employee_id is not null
  union all
  select payout_id, employee_id, amount, 'payout:' || payout_id || ':transfer:' || place
  from payout_share;
revoke insert, update, delete on payout_recipient from portal_app;

-- Who usually gets a part at a restaurant: `[{"employee_id", "weight"}]`, in the order of the list.
create table sharing_template (
  restaurant_id uuid primary key references restaurant,
  way text not null check (way in ('equal', 'hours', 'percent')),
  members jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);
revoke delete on sharing_template from portal_app;

-- A rule by which the balance of an employee is withdrawn without an order of the user (decision 0071). A rule that is
-- off keeps its terms, so that it can be switched on again.
create table auto_withdrawal (
  employee_id uuid primary key references employee,
  binding_id uuid not null references payout_binding,
  -- One of the two is set: an hour of each day by the clock of the restaurant, or the balance in kopecks from which it
  -- withdraws.
  daily_hour int check (daily_hour between 0 and 23),
  threshold bigint check (threshold >= 10000),
  -- Kopecks that it withdraws in a day of the restaurant, at most.
  day_limit bigint not null check (day_limit >= 10000),
  confirmed_at timestamptz not null default clock_timestamp(),
  -- Since when the browser and the passkey that confirmed it are known: its orders are as unusual as those of that
  -- browser.
  device_since timestamptz not null default clock_timestamp(),
  passkey_since timestamptz,
  -- Null: it is on.
  stopped_at timestamptz,
  stop_reason text check (stop_reason in ('user', 'refused', 'method_removed', 'method_changed', 'method_blocked',
    'method_unavailable', 'dismissed', 'account_blocked', 'password_recovered', 'fee_changed')),
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
  -- The fee that the employee has confirmed with the rule, as in the response to the browser. A fee above it stops the
  -- rule (decision 0089).
  fee jsonb,
  check ((daily_hour is null) <> (threshold is null)),
  check ((stopped_at is null) = (stop_reason is null)),
  check ((waited_for is null) = (waited_at is null))
);
create index auto_withdrawal_by_binding on auto_withdrawal (binding_id);
create index auto_withdrawal_on on auto_withdrawal (next_attempt_at) where stopped_at is null;
create index auto_withdrawal_unannounced on auto_withdrawal (employee_id) where is_unannounced;

-- What was requested of a bank about a payout, by whom, and what it responded: for operators. A row without
-- `finished_at` is under way until its lease ends; after that, its process ended and nobody knows what the bank has
-- received.
create table payout_attempt (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payout,
  -- Of `payout.attempts`; null for what an operator requests, and for what the bank reports by itself.
  attempt int,
  source text not null check (source in ('worker', 'operator', 'bank')),
  operator text check ((source = 'operator') = (operator is not null)),
  started_at timestamptz not null default clock_timestamp(),
  lease_ends_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- [{"call": "send", "response": "accepted", "ms": 20, "reference": "…"}]
  calls jsonb not null default '[]'
);
create index payout_attempt_of_payout on payout_attempt (payout_id, id);
revoke delete on payout_attempt from portal_app;

-- What operators decide about a withdrawal whose bank decides nothing. A row that is not closed stops the worker from
-- sending the payout.
create table payout_decision (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payout,
  outcome text not null check (outcome in ('paid', 'returned')),
  reason text not null check (reason <> ''),
  -- The number by which the recipient's bank knows the payment.
  rrn text,
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  confirmed_by text,
  confirmed_at timestamptz,
  -- `withdrawn` is the word of old rows for `retracted`.
  closed_as text check (closed_as in ('done', 'withdrawn', 'retracted')),
  closed_by text,
  closed_at timestamptz,
  -- When the bank is asked next whether it contradicts a decision that is done; null: it has said what it has done, or
  -- it was done long ago.
  check_at timestamptz,
  check (confirmed_by <> proposed_by),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((closed_as is null) = (closed_by is null) and (closed_as is null) = (closed_at is null))
);
create unique index payout_decision_open on payout_decision (payout_id) where closed_as is null;
create unique index payout_decision_done on payout_decision (payout_id) where closed_as = 'done';
create index payout_decision_of_operator on payout_decision (proposed_by, closed_at);
create index payout_decision_check on payout_decision (check_at) where check_at is not null;
revoke delete on payout_decision from portal_app;

-- What an operator has decided stays as it was decided; who confirms it is written once.
create trigger payout_decision_terms_are_final before update on payout_decision for each row
  when ((old.payout_id, old.outcome, old.reason, old.rrn, old.proposed_by, old.proposed_at)
      is distinct from (new.payout_id, new.outcome, new.reason, new.rrn, new.proposed_by, new.proposed_at)
    or old.confirmed_by is not null and (old.confirmed_by, old.confirmed_at)
      is distinct from (new.confirmed_by, new.confirmed_at)
    or old.closed_as is not null and (old.closed_as, old.closed_by, old.closed_at, old.confirmed_by)
      is distinct from (new.closed_as, new.closed_by, new.closed_at, new.confirmed_by))
  execute function refuse_change_of_terms();
