-- concurrently
-- Lists are read by these indexes: all operations and tips by the first one, payouts and transfers, which may be rare, by their own.

drop index concurrently if exists operation_by_date;
create index concurrently operation_by_date on operation (employee_id, created_at, id) include (family);
drop index concurrently if exists operation_payouts_by_date;
create index concurrently operation_payouts_by_date on operation (employee_id, created_at, id) where family = 'payout';
drop index concurrently if exists operation_transfers_by_date;
create index concurrently operation_transfers_by_date on operation (employee_id, created_at, id) where family = 'transfer';

-- An API of the previous version reads by the numbers of operations: until 0077, the database numbers what an API of this version adds
-- without them. The counts have been increased for all of them, and stay locked by their transaction. Within the function and the block,
-- no line ends with a semicolon, because that ends a statement of a migration.
create or replace function number_operations() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update operation o set
    employee_seq = newer.of_employee + (select count from operation_feed where owner_id = o.employee_id and type = 'all'),
    employee_type_seq = newer.of_employee_and_type + (select count from operation_feed where owner_id = o.employee_id and type = o.family),
    user_seq = newer.of_user + (select count from operation_feed where owner_id = o.user_id and type = 'all'),
    user_type_seq = newer.of_user_and_type + (select count from operation_feed where owner_id = o.user_id and type = o.family)
  from (
    select id,
      1 - row_number() over (partition by employee_id order by created_at desc, id desc) as of_employee,
      1 - row_number() over (partition by employee_id, family order by created_at desc, id desc) as of_employee_and_type,
      1 - row_number() over (partition by user_id order by created_at desc, id desc) as of_user,
      1 - row_number() over (partition by user_id, family order by created_at desc, id desc) as of_user_and_type
    from added where employee_seq is null
  ) as newer
  where o.id = newer.id; return null; end
$$;
revoke execute on function number_operations() from public;
-- Behind a long transaction each attempt is short, so that no request waits behind it.
do $$
begin
  for attempt in 1..100 loop
    begin set local lock_timeout = '500ms'; lock table operation in access exclusive mode; exit; exception
      when lock_not_available then
        if attempt = 100 then raise; end if; perform pg_sleep(0.2); end; end loop; alter table operation
    alter column employee_seq drop not null, alter column user_seq drop not null; create or replace trigger operations_are_numbered
    after insert on operation referencing new table as added for each statement execute function number_operations(); end
$$;
