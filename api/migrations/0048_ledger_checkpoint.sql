-- What of the ledger is proven: a check of drift reads what came after it, and the balance of each account (decision 0062).

create table ledger_checkpoint (
  is_only boolean primary key default true check (is_only),
  -- Every transfer up to this one is proven, and every entry of these; no later transaction can add to them.
  transfer_id bigint not null default 0,
  entry_id bigint not null default 0,
  -- The newest transfer as of a check, and the transaction after which no transaction can add an older one.
  newest_transfer_id bigint not null default 0,
  newest_transaction bigint not null default 0,
  -- What PostgreSQL counts about the two append-only tables: as of the last proof, and as it differs from that.
  counted jsonb,
  suspected jsonb,
  suspected_at timestamptz,
  checked_at timestamptz,
  -- Of the last check: `[{"check", "subject", "expected", "found"}]`.
  differences jsonb not null default '[]'
);
insert into ledger_checkpoint default values;

-- The sum and the number of the proven entries of an account. Only entries of employees' accounts are counted: others have no number.
create table ledger_account_checkpoint (
  account_id bigint primary key references ledger_account,
  entries bigint not null,
  amount bigint not null
) with (fillfactor = 70);

-- The proven transfers of a day in Moscow, and a sum of the hashes of them and of their entries. Days have no gaps: one begins after the
-- last transfer of the one before.
create table ledger_day (
  day date primary key,
  last_transfer_id bigint not null,
  transfers bigint not null,
  hash numeric not null,
  verified_at timestamptz not null default clock_timestamp(),
  differs boolean not null default false
);
revoke delete, truncate, references, trigger on ledger_checkpoint, ledger_account_checkpoint, ledger_day from portal_app;
