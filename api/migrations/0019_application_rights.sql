-- The application signs in with a role of its own that is a member of `portal_app` and owns nothing (docs/deploy.md): what
-- it may not do here, no statement of its connection can do.

do $$
begin
  -- A schema made before PostgreSQL 15 lets every role create functions and tables in it, also ones that stand in for ours.
  revoke create on schema public from public;
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  -- Only of a database that somebody else owns; the functions of the ledger do not rely on it.
  raise warning 'role % does not own the database: every role may still create temporary tables', current_user;
end $$;

-- Money and the history of money are never deleted; what is deleted is what housekeeping and users delete.
revoke delete on
  restaurant, user_account, employee, consent,
  payout, payout_event, payout_feed, payout_binding, operation, operation_feed, tip, tip_day,
  sandbox.sms, sandbox.bank_payment
from portal_app;
-- Where PostgreSQL gives them to the owner's tables by default rights, nobody needs them.
revoke truncate, references, trigger on all tables in schema public, vault, sandbox from portal_app;

-- The terms of an order are what the ledger's rules compare money with: nothing changes them after the order.
create function refuse_change_of_terms() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of % are final', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger payout_terms_are_final before update on payout for each row
  when ((old.id, old.kind, old.employee_id, old.user_id, old.binding_id, old.recipient_employee_id, old.amount, old.fee)
    is distinct from
    (new.id, new.kind, new.employee_id, new.user_id, new.binding_id, new.recipient_employee_id, new.amount, new.fee))
  execute function refuse_change_of_terms();

create trigger tip_terms_are_final before update on tip for each row
  when ((old.external_id, old.employee_id, old.amount) is distinct from (new.external_id, new.employee_id, new.amount))
  execute function refuse_change_of_terms();
