-- Tips of an hour by the clock of the restaurant, as `tip_day` has those of a day (decision 0074).
create table tip_hour (
  employee_id uuid not null references employee,
  day date not null,
  hour int not null check (hour between 0 and 23),
  -- Kopecks.
  amount bigint not null,
  count int not null,
  primary key (employee_id, day, hour)
);
revoke delete, truncate, references, trigger on tip_hour from portal_app;

-- What was booked before, while tips are booked as usual: only reads, without a lock. A tip of which nothing is left does not count.
insert into tip_hour (employee_id, day, hour, amount, count)
select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(amount), count(*) filter (where amount > 0)
from (
  select t.employee_id, t.paid_at at time zone r.time_zone as paid_at, t.amount + coalesce(a.change, 0) as amount
  from tip t
  join employee e on e.id = t.employee_id
  join restaurant r on r.id = e.restaurant_id
  left join (select tip, sum(change) as change from tip_adjustment group by tip) a on a.tip = t.external_id
) as dated
group by 1, 2, 3;

-- From here to the end bookings wait. In the order in which an adjustment locks the two, so that none of them waits for the other.
lock table tip_adjustment, tip in share row exclusive mode;

-- What was booked meanwhile is on the days whose daily sums differ by now: these few are added up again. In a table, so that PostgreSQL knows how
-- few they are: it looks each tip up in a hash of them, and reads no tip where there is none.
create table differing_day as
select employee_id, day
from tip_day d
left join (
  select employee_id, day, sum(amount) as amount, sum(count) as count from tip_hour group by 1, 2
) as h using (employee_id, day)
where d.amount <> coalesce(h.amount, 0) or d.count <> coalesce(h.count, 0);
analyze differing_day;

set local enable_nestloop = off;
set local enable_mergejoin = off;
insert into tip_hour (employee_id, day, hour, amount, count)
select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(amount), count(*) filter (where amount > 0)
from (
  select d.employee_id, t.paid_at, t.amount + coalesce((
    select sum(change) from tip_adjustment a where a.tip = t.external_id
  ), 0) as amount
  from differing_day d
  join (
    select t.external_id, t.employee_id, t.amount, t.paid_at at time zone r.time_zone as paid_at
    from tip t
    join employee e on e.id = t.employee_id
    join restaurant r on r.id = e.restaurant_id
    -- As one part: its days are known before it is joined, by employee and day.
    offset 0
  ) as t on t.employee_id = d.employee_id and t.paid_at::date = d.day
) as dated
group by 1, 2, 3
on conflict (employee_id, day, hour) do update set amount = excluded.amount, count = excluded.count;
set local enable_nestloop = on;
set local enable_mergejoin = on;
drop table differing_day;

-- Triggers, and not the API, count from now on: processes of the version before book tips too until the last of them is replaced.
create function count_tips_by_hour() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into tip_hour (employee_id, day, hour, amount, count)
  select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(amount), count(*)
  from (
    -- A join might read all employees: a plan that is stored does not know how few the tips are.
    select t.employee_id, t.amount, t.paid_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = t.employee_id
    ) as paid_at
    from added t
  ) as dated
  group by 1, 2, 3
  on conflict (employee_id, day, hour)
  do update set amount = tip_hour.amount + excluded.amount, count = tip_hour.count + excluded.count;
  return null;
end $$;

create trigger tips_are_counted_by_hour after insert on tip referencing new table as added
  for each statement execute function count_tips_by_hour();

-- In the hour of its tip. One of which nothing is left does not count; one that is given back counts again.
create function count_adjustments_by_hour() returns trigger language plpgsql
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into tip_hour (employee_id, day, hour, amount, count)
  select employee_id, paid_at::date, extract(hour from paid_at)::int, sum(change),
    sum((left_now > 0)::int - (left_now - change > 0)::int)
  from (
    select t.employee_id, a.change, t.paid_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = t.employee_id
    ) as paid_at, t.amount + (select sum(change) from tip_adjustment every where every.tip = a.tip) as left_now
    from (select tip, sum(change) as change from added group by tip) as a
    join tip t on t.external_id = a.tip
  ) as dated
  group by 1, 2, 3
  on conflict (employee_id, day, hour)
  do update set amount = tip_hour.amount + excluded.amount, count = tip_hour.count + excluded.count;
  return null;
end $$;

create trigger adjustments_are_counted_by_hour after insert on tip_adjustment referencing new table as added
  for each statement execute function count_adjustments_by_hour();
revoke execute on function count_tips_by_hour(), count_adjustments_by_hour() from public;
