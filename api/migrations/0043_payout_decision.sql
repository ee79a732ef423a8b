-- What operators decide about a withdrawal whose bank decides nothing. A row that is not closed stops the worker from sending the payout.
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
  closed_as text check (closed_as in ('done', 'withdrawn')),
  closed_by text,
  closed_at timestamptz,
  -- When the bank is asked next whether it contradicts a decision that is done; null: it has said what it has done, or long ago.
  check_at timestamptz,
  check (confirmed_by <> proposed_by),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((closed_as is null) = (closed_by is null) and (closed_as is null) = (closed_at is null))
);
create unique index payout_decision_open on payout_decision (payout_id) where closed_as is null;
create unique index payout_decision_done on payout_decision (payout_id) where closed_as = 'done';
create index payout_decision_of_operator on payout_decision (proposed_by, closed_at);
create index payout_decision_check on payout_decision (check_at) where check_at is not null;

-- What an operator has decided stays as it was decided; who confirms it is written once.
create trigger payout_decision_terms_are_final before update on payout_decision for each row
  when ((old.payout_id, old.outcome, old.reason, old.rrn, old.proposed_by, old.proposed_at)
      is distinct from (new.payout_id, new.outcome, new.reason, new.rrn, new.proposed_by, new.proposed_at)
    or old.confirmed_by is not null and (old.confirmed_by, old.confirmed_at) is distinct from (new.confirmed_by, new.confirmed_at)
    or old.closed_as is not null and (old.closed_as, old.closed_by, old.closed_at, old.confirmed_by)
      is distinct from (new.closed_as, new.closed_by, new.closed_at, new.confirmed_by))
  execute function refuse_change_of_terms();
revoke delete, truncate, references, trigger on payout_decision from portal_app;
