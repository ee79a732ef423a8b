-- A month of the ledger that is over and proven is closed: nothing is added to its partitions any more, and what every account has at its
-- end is the opening balance of the next one. What sums up the whole ledger begins there.

create table ledger_opening_balance (
  -- The month that begins with it.
  month date not null,
  account_id bigint not null references ledger_account,
  entries bigint not null,
  debit bigint not null,
  credit bigint not null,
  primary key (month, account_id)
);
create trigger ledger_opening_balance_append_only before update or delete or truncate on ledger_opening_balance
  for each statement execute function refuse_change();
revoke insert, update, delete, truncate, references, trigger on ledger_opening_balance from portal_app;

-- Closes a month and all months before it that are open. For the owner: `npm run ledger:close`.
create function close_ledger_month(p_month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  next_month date := (date_trunc('month', p_month) + interval '1 month')::date;
  opened date := (select max(month) from ledger_opening_balance);
  partition regclass;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger closing', 0));
  if next_month <= opened then return; end if;
  -- A checkpoint passes a transfer when no transaction can add an older one (0062): one in a later month means that these are complete.
  if (select transfer_id < ledger_month_start(next_month) or differences <> '[]' from ledger_checkpoint) then
    raise exception 'month % is not proven yet', to_char(p_month, 'YYYY-MM') using errcode = 'object_not_in_prerequisite_state';
  end if;

  insert into ledger_opening_balance (month, account_id, entries, debit, credit)
  select next_month, account_id, sum(entries), sum(debit), sum(credit)
  from (
    select account_id, entries, debit, credit from ledger_opening_balance where month = opened
    union all
    select account_id, count(seq), coalesce(-sum(amount) filter (where amount < 0), 0), coalesce(sum(amount) filter (where amount > 0), 0)
    from ledger_entry
    where transfer_id >= coalesce(ledger_month_start(opened), 0) and transfer_id < ledger_month_start(next_month)
    group by account_id
  ) as part
  group by account_id;
  if (select sum(debit) <> sum(credit) from ledger_opening_balance where month = next_month) then
    raise exception 'the opening balances of % do not add up to zero', next_month;
  end if;

  for partition in
    select relid from (
      select relid from pg_partition_tree('ledger_transfer') where isleaf
      union all select relid from pg_partition_tree('ledger_entry') where isleaf
    ) as leaf join pg_class c on c.oid = leaf.relid
    where c.relname < regexp_replace(c.relname, '\d+$', to_char(next_month, 'YYYYMM')) or c.relname like '%\_initial'
  loop
    continue when exists (select from pg_trigger where tgrelid = partition and tgname = 'month_is_closed');
    execute format('create trigger month_is_closed before insert on %s for each row execute function refuse_change()', partition);
  end loop;
end $$;
revoke execute on function close_ledger_month(date) from public;
