-- A window starts with its first hit, so a key has one.
truncate rate_limit;
alter table rate_limit drop constraint rate_limit_pkey, add primary key (key);
