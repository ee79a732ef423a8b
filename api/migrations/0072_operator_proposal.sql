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
revoke truncate, references, trigger on operator_proposal from portal_app;
