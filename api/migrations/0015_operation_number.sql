-- A number that people can read out to each other. Operations and payouts take theirs from one sequence: a withdrawal and
-- both sides of a transfer have the number of their payout, and no other operation has it. One rewrite of the table numbers
-- what is there in the order in which it was written.
alter table operation add column number bigint not null default nextval('payout_number_seq');

update operation o set number = p.number from payout p where p.id = o.payout_id;

-- Both sides of a transfer have it. By the number first: that is what somebody looks for.
create unique index operation_by_number on operation (number, employee_id);
