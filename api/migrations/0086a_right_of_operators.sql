-- An API of the previous version fails to list the rights of an account with the right `operator`.
-- after deployment
alter table user_account
  drop constraint user_account_rights_check,
  add constraint user_account_rights_check check (rights <@ array['releases', 'operator']);
