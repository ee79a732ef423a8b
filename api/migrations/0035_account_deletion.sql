-- A user who has deleted the account: what the ledger needs remains, and names nobody. The phone is free for another account.
alter table user_account add column deleted_at timestamptz;
alter table user_account drop constraint user_account_phone_check;
alter table user_account add constraint user_account_phone_check
  check (phone ~ '^\+79[0-9]{9}$' or (deleted_at is not null and phone = 'deleted:' || id));
