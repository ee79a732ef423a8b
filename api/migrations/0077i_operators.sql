-- What operators see and do: the audit trail, proposals, reconciliation, and what pages report of releases.

-- What operators, users and the portal did, to whom and why. No line is changed. The trail is kept for five years at
-- least, as the books that it belongs to (402-ФЗ); older lines may be deleted.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- An operator is named as the calling service names the person.
  actor text not null check (actor <> ''),
  action text not null,
  subject_type text not null,
  subject_id text not null,
  reason text check (reason <> ''),
  actor_type text not null check (actor_type in ('operator', 'user', 'system')),
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_event_by_subject on audit_event (subject_id, id);
create index audit_event_by_actor on audit_event (actor, id);
create index audit_event_by_time on audit_event (at);
create trigger audit_event_append_only before update or truncate on audit_event
  for each statement execute function refuse_change();
create trigger audit_event_is_stored before delete on audit_event
  for each row when (old.at > now() - interval '5 years') execute function refuse_change();
revoke update on audit_event from portal_app;

-- What one operator has proposed and another one confirms by the same request (decision 0092). A row is deleted when it
-- is confirmed or retracted, and replaced by another proposal about the same subject; the audit trail has all of them.
create table operator_proposal (
  id bigint generated always as identity primary key,
  -- The action of the audit trail that it becomes.
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- The body of the request without the reason.
  change jsonb not null,
  reason text,
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  unique (action, subject_id)
);

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
revoke delete on reconciliation from portal_app;

-- A difference. It stays one line however often the day is compared, until an operator has decided about it, or a later
-- comparison does not find it any more.
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
create unique index reconciliation_line_once on reconciliation_line (reconciliation_id, kind, payout_id, reference)
  nulls not distinct;
create index reconciliation_line_of_payout on reconciliation_line (payout_id);
create index reconciliation_line_open on reconciliation_line (reconciliation_id) where closed_at is null;
revoke delete on reconciliation_line from portal_app;

-- What operators have given in place of a provider's list. A file that was changed shows by its hash in the audit
-- trail.
create table reconciliation_statement (
  id bigint generated always as identity primary key,
  reconciliation_id bigint not null references reconciliation,
  -- In hexadecimal digits.
  sha256 text not null,
  content text not null,
  given_by text not null,
  given_at timestamptz not null default now()
);
create index reconciliation_statement_of_day on reconciliation_statement (reconciliation_id);
revoke update, delete on reconciliation_statement from portal_app;

-- What pages noticed of the releases they ran: counts by the minute, and nothing about anybody.
create table telemetry (
  minute timestamptz not null,
  remote text not null,
  version text not null,
  kind text not null check (kind in ('start', 'error', 'load_failure', 'csp', 'load_time', 'vital')),
  -- Of a vital: `LCP`; else empty.
  name text not null,
  -- Of what is measured: values up to 2^(bucket/4); else 0.
  bucket int not null,
  count bigint not null,
  sum double precision not null,
  primary key (minute, remote, version, kind, name, bucket)
);

-- Releases that portal servers have reported to be in the registry: events of others do not count.
create table live_release (
  remote text not null,
  version text not null,
  reported_at timestamptz not null default now(),
  primary key (remote, version)
);

-- Who has run a release, so that one user counts once, however many events come. `reporter` is a keyed hash of the user
-- and the release: it neither names anybody nor is the same for two releases.
create table telemetry_reporter (
  remote text not null,
  version text not null,
  reporter bytea not null,
  seen_at timestamptz not null default now(),
  -- The last time that the release threw or did not load there.
  failed_at timestamptz,
  -- A keyed hash of the restaurant and the release: a canary is judged by restaurants, so that several accounts of one
  -- person count once.
  restaurant bytea not null default '',
  primary key (remote, version, reporter)
);
create index telemetry_reporter_age on telemetry_reporter (seen_at);
