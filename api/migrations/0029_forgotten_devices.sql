-- A device that a new password or phone has made forget has no budgets of its own any more. Its row stays: it says since when the
-- user has had another device than the one of today, which a recovery by a thief must not wipe out.
alter table device add column forgotten_at timestamptz;
