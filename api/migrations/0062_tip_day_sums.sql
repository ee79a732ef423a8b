-- concurrently
-- Statistics read hundreds of days of an employee, each of which is in another page of the table: the index has their sums too, so that
-- they are read from a few pages beside each other. It becomes the primary key in 0063.

drop index concurrently if exists tip_day_with_sums;
create unique index concurrently tip_day_with_sums on tip_day (employee_id, day) include (amount, count);
-- Pages that are known to be the same for all are not read at all.
alter table tip_day set (autovacuum_vacuum_insert_scale_factor = 0.02);
