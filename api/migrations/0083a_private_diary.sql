-- The private diary of a user (decision 0119): the hours and the cash tips, in kopecks, of a day at a restaurant. The
-- ledger does not know them.
create table diary_day (
  employee_id uuid not null references employee,
  day date not null,
  -- Quarters of an hour, which are exact in binary.
  hours float8 check (hours > 0 and hours <= 24 and hours * 4 = trunc(hours * 4)),
  cash bigint check (cash > 0),
  primary key (employee_id, day),
  constraint diary_day_is_not_empty check (num_nonnulls(hours, cash) > 0)
);
