-- Messages about changes of an account that are not sent yet: a row is written in the transaction of the change, and deleted as soon
-- as a provider has the message.
create table security_notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references user_account,
  -- Who had the account before the change: another phone than that of the user, where the change is one of phones.
  phone text not null,
  text text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index security_notice_due on security_notice (next_attempt_at);

-- The audit trail is kept for five years at least, as the books that it belongs to (402-ФЗ). Older lines may be deleted, and no line
-- may be changed.
drop trigger audit_event_append_only on audit_event;
create trigger audit_event_append_only before update or truncate on audit_event
  for each statement execute function refuse_change();
create trigger audit_event_is_stored before delete on audit_event
  for each row when (old.at > now() - interval '5 years') execute function refuse_change();
grant delete on audit_event to portal_app;
