-- The role that the application runs under. The owner migrates; the application reads and writes, but what the ledger
-- holds it can only add to. The triggers say the same: a right granted by mistake does not open the ledger.

do $$
begin
  -- Roles belong to the cluster, not to the database: another portal's migration may have made it.
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant portal_app to %I', current_user);
end $$;

grant usage on schema public, vault, sandbox to portal_app;
grant select, insert, update, delete on all tables in schema public, vault, sandbox to portal_app;
grant usage, select on all sequences in schema public, vault, sandbox to portal_app;
revoke insert, update, delete on ledger_transfer, ledger_entry from portal_app;
-- It opens and locks accounts (a lock needs a right to update something); their balance is `post_transfers`'s.
revoke insert, update, delete on ledger_account from portal_app;
grant insert (kind, employee_id), update (updated_at) on ledger_account to portal_app;
revoke insert, update, delete, truncate on migration from portal_app;

-- Of tables that later migrations add.
alter default privileges in schema public, vault, sandbox grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public, vault, sandbox grant usage, select on sequences to portal_app;
