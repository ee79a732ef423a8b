-- The bank that a payout waits for, as the provider names it, so that a bank that hangs holds up its own payouts alone.
-- A worker fills it in before the first attempt: rows that a version before this one inserts get it too.
alter table payout add column bank text;
create index payout_without_bank on payout (id) where bank is null and kind = 'payout' and status in ('pending', 'processing');

-- How late the log has reported the payout to be: 0 not at all, 1 or 2 for the two ages that operators are alerted about.
alter table payout add column overdue_level int not null default 0;
create index payout_unfinished on payout (created_at) where status in ('pending', 'processing');
