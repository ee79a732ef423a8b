-- A deleted account that owes for tips which guests have taken back, at its deletion or later: who registers with its
-- phone again has it back with its debt (decision 0037). The phone is a keyed hash, as that of cards.
alter table user_account add column phone_fingerprint bytea check (phone_fingerprint is null or deleted_at is not null);
create index user_account_by_fingerprint on user_account (phone_fingerprint) where phone_fingerprint is not null;
create index ledger_account_of_debts on ledger_account (employee_id) where kind = 'debt' and balance < 0;
