-- The list dates a tip that arrives late when it arrived, since dates never go back there. Statements and certificates count it on the day on
-- which the guest paid, as `tip_day` does (decision 0079).
do $$
begin
  -- Behind a long transaction each attempt is short, so that no request waits behind it.
  for attempt in 1..100 loop
    begin
      set local lock_timeout = '500ms';
      -- In the order of those who book.
      lock table operation in access exclusive mode;
      lock table tip, tip_adjustment in share row exclusive mode;
      exit;
    exception when lock_not_available then
      if attempt = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $$;

-- When the guest paid the tip that it is, or adjusts. Null: at `created_at`.
alter table operation add column paid_at timestamptz;

-- Triggers, and not the API: processes of the version before book tips too until the last of them is replaced.
create function date_late_tips() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation o set paid_at = t.paid_at from added t where o.id = t.operation_id and o.created_at <> t.paid_at;
  return null;
end $$;
create trigger late_tips_are_dated after insert on tip referencing new table as added
  for each statement execute function date_late_tips();

create function date_adjustments() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation o set paid_at = t.paid_at from added a join tip t on t.external_id = a.tip where o.id = a.operation_id;
  return null;
end $$;
create trigger adjustments_are_dated after insert on tip_adjustment referencing new table as added
  for each statement execute function date_adjustments();
revoke execute on function date_late_tips(), date_adjustments() from public;
