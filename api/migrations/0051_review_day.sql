-- Ratings and comments of a day in the restaurant's time zone: averages of months read these rows alone.
create table review_day (
  employee_id uuid not null references employee,
  day date not null,
  -- 0: words without a rating.
  stars smallint not null check (stars between 0 and 5),
  count int not null,
  -- Those with words.
  commented int not null,
  primary key (employee_id, day, stars)
);
revoke delete, truncate on review_day from portal_app;

insert into review_day (employee_id, day, stars, count, commented)
select o.employee_id, (o.created_at at time zone r.time_zone)::date, coalesce(o.rating, 0), count(*), count(o.comment)
from operation o join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
where o.type = 'tip' and (o.rating is not null or o.comment is not null)
group by 1, 2, 3;

-- By the database, so that an API of the previous version, which does not know the table, counts too. Tips of one employee are booked under
-- the lock of the wallet, so that two transactions never wait for rows of each other.
create function count_reviews_by_day() returns trigger language plpgsql as $$
begin
  insert into review_day as counted (employee_id, day, stars, count, commented)
  select booked.employee_id, (booked.created_at at time zone (
      select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id where e.id = booked.employee_id
    ))::date as day, coalesce(booked.rating, 0), count(*), count(booked.comment)
  from booked
  where booked.type = 'tip' and (booked.rating is not null or booked.comment is not null)
  group by 1, 2, 3
  on conflict (employee_id, day, stars)
  do update set count = counted.count + excluded.count, commented = counted.commented + excluded.commented;
  return null;
end $$;

create trigger reviews_are_counted after insert on operation
  referencing new table as booked for each statement execute function count_reviews_by_day();
