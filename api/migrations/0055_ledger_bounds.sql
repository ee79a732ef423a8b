-- The two tables of the ledger become the first partitions of partitioned ones (0057, decision 0065). A partition whose constraint is
-- proven is attached without a scan: here the constraint begins to hold for new rows, and 0056 proves it for those that are there, which
-- reads the tables and locks out no reader and no writer. No number of a transfer comes near the bound before the tables are partitioned.
alter table ledger_transfer add constraint before_months check (id < 2000000000000000) not valid;
alter table ledger_entry add constraint before_months check (transfer_id < 2000000000000000) not valid;
