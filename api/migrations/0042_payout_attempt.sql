-- What was requested of a bank about a payout, by whom, and what it responded: for operators. A row without `finished_at` is under way
-- until its lease ends; after that, its process ended and nobody knows what the bank has received.
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
revoke delete, truncate, references, trigger on payout_attempt from portal_app;
