-- concurrently
-- Six indexes took more room than the operations. The numbers of a feed of one type are in an index of that type, which needs not name
-- it. Only numbers of payouts are given: those of other operations are the next one of a sequence, and no two are the same.

drop index concurrently if exists operation_by_payout_number;
create unique index concurrently operation_by_payout_number on operation (number, employee_id) where payout_id is not null;
-- Finds a number that a user reads out: operations are written in the order of them.
drop index concurrently if exists operation_number_range;
create index concurrently operation_number_range on operation using brin (number) with (pages_per_range = 16, autosummarize = on);

drop index concurrently if exists operation_tips_of_employee;
create unique index concurrently operation_tips_of_employee on operation (employee_id, employee_type_seq) where family = 'tip';
drop index concurrently if exists operation_payouts_of_employee;
create unique index concurrently operation_payouts_of_employee on operation (employee_id, employee_type_seq) where family = 'payout';
drop index concurrently if exists operation_transfers_of_employee;
create unique index concurrently operation_transfers_of_employee on operation (employee_id, employee_type_seq) where family = 'transfer';
drop index concurrently if exists operation_tips_of_user;
create unique index concurrently operation_tips_of_user on operation (user_id, user_type_seq) where family = 'tip';
drop index concurrently if exists operation_payouts_of_user;
create unique index concurrently operation_payouts_of_user on operation (user_id, user_type_seq) where family = 'payout';
drop index concurrently if exists operation_transfers_of_user;
create unique index concurrently operation_transfers_of_user on operation (user_id, user_type_seq) where family = 'transfer';

drop index concurrently if exists operation_by_number;
drop index concurrently if exists operation_by_employee_type;
drop index concurrently if exists operation_by_user_type;
