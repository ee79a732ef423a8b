-- Kopecks that an automatic withdrawal leaves on the balance.
alter table auto_withdrawal add column keep bigint not null default 0 check (keep >= 0);
