-- Operators put restaurants on the portal. A closed one employs nobody any more; money that is there stays withdrawable.
alter table restaurant add column closed_at timestamptz;

-- The trail has any subject from here on, who acted, in which request, and what it changed.
alter table audit_event drop constraint audit_event_subject_type_check;
alter table audit_event alter column subject_id type text;
alter table audit_event alter column reason drop not null;
alter table audit_event
  -- Lines before this one are decisions of operators.
  add column actor_type text not null default 'operator' check (actor_type in ('operator', 'user', 'system')),
  add column before jsonb,
  add column after jsonb,
  add column request_id text;
alter table audit_event alter column actor_type drop default;
create index audit_event_by_actor on audit_event (actor, id);
create index audit_event_by_time on audit_event (at);
