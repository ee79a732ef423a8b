-- A user who has cards or phones at a bank has exactly one default among them. The index of 0004 allows no second one;
-- this migration repairs the banks that have none, and a trigger allows no such state again.

-- Two rows must not compete for the index below: a deleted method is no default.
update payout_binding set is_default = false where is_default and deleted_at is not null;

update payout_binding set is_default = true
where id in (
  select distinct on (user_id, bank) id
  from payout_binding as method
  where deleted_at is null and not exists (
    select from payout_binding as other
    where other.user_id = method.user_id and other.bank = method.bank and other.is_default and other.deleted_at is null)
  order by user_id, bank, status = 'active' desc, created_at, id
);

create function require_default_method() returns trigger language plpgsql as $$
declare
  changed payout_binding := coalesce(new, old);
begin
  if exists (
    select from payout_binding where user_id = changed.user_id and bank = changed.bank and deleted_at is null
    having not coalesce(bool_or(is_default), true)
  ) then
    raise exception 'the methods of user % at the bank % have no default', changed.user_id, changed.bank
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Deferred: a change of the default takes two statements, and only their end has to be right.
create constraint trigger payout_binding_has_default
  after insert or update or delete on payout_binding
  deferrable initially deferred
  for each row execute function require_default_method();
