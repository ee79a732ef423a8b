-- What a provider has paid on a day, compared with what the portal has booked.
create table reconciliation (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('sandbox', 'yookassa')),
  -- In Moscow, as providers count days.
  day date not null,
  source text not null check (source in ('provider', 'statement')),
  -- Counted when it was compared; null while it is being compared, or after the process died at it.
  payments int,
  payouts int,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (provider, day)
);

-- A difference. It stays one line however often the day is compared, until an operator has decided about it, or a later comparison
-- does not find it any more.
create table reconciliation_line (
  id bigint generated always as identity primary key,
  reconciliation_id bigint not null references reconciliation,
  kind text not null check (kind in ('missing', 'foreign', 'doubled', 'amount', 'status')),
  payout_id uuid references payout,
  -- The payment at the provider; null where it is missing.
  reference text,
  -- Kopecks that arrive, and statuses in words of the port.
  our_amount bigint,
  their_amount bigint,
  our_status text,
  their_status text,
  found_at timestamptz not null default now(),
  closed_at timestamptz,
  -- An operator, or `portal`.
  closed_by text,
  close_reason text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (close_reason is null))
);
create unique index reconciliation_line_once on reconciliation_line (reconciliation_id, kind, payout_id, reference) nulls not distinct;
create index reconciliation_line_of_payout on reconciliation_line (payout_id);
create index reconciliation_line_open on reconciliation_line (reconciliation_id) where closed_at is null;
create index payout_by_provider on payout (provider, sent_at) where provider is not null;
revoke delete, truncate, references, trigger on reconciliation, reconciliation_line from portal_app;
