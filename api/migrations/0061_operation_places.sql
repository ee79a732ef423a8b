-- after deployment
-- concurrently
-- Operations of all lists are found by their places (modules/operations/places.ts): an employee's by the index of all operations or that of a
-- rare type. The indexes of other numbers took a seventh of the room of a tip.

drop index concurrently if exists operation_by_user;
drop index concurrently if exists operation_tips_of_user;
drop index concurrently if exists operation_tips_of_employee;
drop index concurrently if exists operation_payouts_of_user;
drop index concurrently if exists operation_transfers_of_user;
