-- What operators have given in place of a provider's list. A file that was changed shows by its hash in the audit trail.
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
revoke update, delete, truncate, references, trigger on reconciliation_statement from portal_app;
