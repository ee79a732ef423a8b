-- A clock that was wrong for seconds began a month years ahead, and the sequence never goes back (decision 0065). Only
-- the next month begins by itself; after a standstill of more than a month an operator begins it (docs/runbook.md,
-- LedgerMonthWrong).
create or replace function prepare_ledger_months() returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  this_month date := date_trunc('month', now() at time zone 'Europe/Moscow');
  last_number bigint;
begin
  -- Two calls could set the sequence to the same number.
  if not pg_try_advisory_xact_lock(hashtextextended('ledger months', 0)) then return; end if;
  select last_value into last_number from ledger_transfer_id_seq;
  -- Smaller numbers are from before the first month.
  if last_number >= ledger_month_start('2000-01-01') and last_number < ledger_month_start((this_month - interval '1 month')::date) then
    raise exception 'month % does not begin: it is not the next one after transfer %', to_char(this_month, 'YYYY-MM'), last_number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  for ahead in 0..2 loop
    perform add_ledger_month((this_month + make_interval(months => ahead))::date);
  end loop;
  if last_number < ledger_month_start(this_month) then
    perform setval('ledger_transfer_id_seq', ledger_month_start(this_month));
  end if;
end $$;

-- For the metric of the month that the ledger is in. It allows neither nextval nor setval.
grant select on sequence ledger_transfer_id_seq to portal_app;
