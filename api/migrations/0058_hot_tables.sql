-- Rows that change with each tip, order or request are changed in their place: a page has room for the next version of a row, so that no
-- index gets an entry (a HOT update), and dead versions are cleared away before they fill the table. Only pages written from now on have
-- the room; the tables are small, and their pages are written soon.
alter table ledger_account set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table operation_feed set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table payout_feed set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table live_feed set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table tip_day set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
alter table rate_limit set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table session set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table payout set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
-- Large tables to which rows are added: a share of them is too many to wait for.
alter table operation set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table tip set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Ids of new rows begin with their time (uuid, version 7): they come at the end of their index, which stays dense, and in memory. PostgreSQL
-- has such a function from 18 on.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(overlay(uuid_send(gen_random_uuid())
      placing substr(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint), 3) from 1 for 6)
      placing set_byte('\x00'::bytea, 0, 112 | (get_byte(uuid_send(gen_random_uuid()), 6) & 15)) from 7 for 1), 'hex')::uuid
$$;
alter table operation alter column id set default uuid_v7();
alter table payout alter column id set default uuid_v7();
alter table payout_binding alter column id set default uuid_v7();
alter table session alter column id set default uuid_v7();
