-- concurrently
-- A page of reviews with few stars is read without the other tips.
drop index concurrently if exists operation_by_rating;
create index concurrently operation_by_rating on operation (employee_id, rating, created_at, id) where rating is not null;
