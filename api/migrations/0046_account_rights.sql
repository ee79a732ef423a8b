-- What an account may do beside its own affairs: `releases` opens the page of the portal's releases.
alter table user_account add column rights text[] not null default '{}' check (rights <@ array['releases']);
