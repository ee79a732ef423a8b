-- Accounts with the right `operator` (decision 0035). Their passkeys from the time of the grant, and until when a
-- session may read what operators see.
alter table passkey add column for_operator boolean not null default false;
alter table session add column operator_until timestamptz;
