-- replaces 55ffbe8ffeebf27358cfbd698223b02bc1e054776bed00f37878cceec6a3b0d9
-- The baseline: the schema as migrations 0001 to 0077 left it (decision 0104), in the files whose names begin with
-- 0077, one for each subject. A database that has all of those migrations skips it.
--
-- This file: the role that the application runs under, and functions that tables of all subjects use.

do $$
begin
  -- Roles belong to the cluster, not to the database: another portal's migration may have made it.
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant portal_app to current_user;

do $$
begin
  -- A schema made before PostgreSQL 15 lets every role create functions and tables in it, also ones that stand in for
  -- ours.
  revoke create on schema public from public;
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  -- Only of a database that somebody else owns; the functions of the ledger do not rely on it.
  raise warning 'role % does not own the database: every role may still create temporary tables', current_user;
end $$;

-- A card's number never leaves this schema; outside of it there is a token.
create schema vault;
-- The outside world of the demo.
create schema sandbox;
grant usage on schema public, vault, sandbox to portal_app;

-- The owner migrates; the application reads and writes every table, also those of later migrations, unless the table
-- says otherwise. The triggers of the ledger refuse the same, so that a right granted by mistake does not open it.
alter default privileges in schema public, vault, sandbox grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public, vault, sandbox grant usage, select on sequences to portal_app;
-- The application checks at its start which migrations are applied.
grant select on migration to portal_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'append-only table %', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The terms of an order are what the ledger's rules compare money with: nothing changes them after the order.
create function refuse_change_of_terms() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of % are final', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Ids of new rows begin with their time (uuid, version 7): they come at the end of their index, which stays dense and
-- in memory. PostgreSQL has such a function from 18 on.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(overlay(uuid_send(gen_random_uuid())
      placing substr(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint), 3) from 1 for 6)
      placing set_byte('\x00'::bytea, 0, 112 | (get_byte(uuid_send(gen_random_uuid()), 6) & 15)) from 7 for 1), 'hex')::uuid
$$;
