alter table ledger_transfer validate constraint before_months;
alter table ledger_entry validate constraint before_months;
