-- What was booked in an hour by each source of tips and for each restaurant, so that a stolen token or secret creates money up to a ceiling
-- alone (decision 0090). Kopecks; what is taken back is not subtracted.
create table booked_hour (
  -- `source:token`, `source:webhook`, `restaurant:<id>`
  scope text not null,
  hour timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (scope, hour)
);
revoke truncate, references, trigger on booked_hour from portal_app;
