-- A disabled user cannot use the portal; a disabled employee has lost the restaurant. Their money stays where it is.
alter table user_account add column disabled_at timestamptz;
alter table employee add column disabled_at timestamptz;

-- What operators did, to whom and why. Lines are added and never changed.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The operator, as the calling service names the person.
  actor text not null check (actor <> ''),
  action text not null,
  subject_type text not null check (subject_type in ('user', 'employee', 'payout')),
  subject_id uuid not null,
  reason text not null check (reason <> '')
);
create index audit_event_by_subject on audit_event (subject_id, id);

create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_event from portal_app;
