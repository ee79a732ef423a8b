-- What the restaurant's own systems call it and its people: the payment side and files of a team name them by this. Operators set it.
alter table restaurant add column external_id text check (length(external_id) between 1 and 100);
create unique index restaurant_by_external_id on restaurant (external_id);

-- Two restaurants may give the same number to two people.
alter table employee add column external_id text check (length(external_id) between 1 and 100);
create unique index employee_by_external_id on employee (restaurant_id, external_id);
