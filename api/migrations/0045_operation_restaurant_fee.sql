-- What the restaurant pays of the fee of a withdrawal, as `payout` has it: operations show both parts.
alter table operation add column restaurant_fee bigint not null default 0 check (restaurant_fee >= 0);
update operation o set restaurant_fee = p.restaurant_fee
from payout p where p.id = o.payout_id and o.type = 'payout' and p.restaurant_fee > 0;

drop trigger operation_terms_are_final on operation;
create trigger operation_terms_are_final before update on operation for each row
  when ((old.id, old.employee_id, old.user_id, old.type, old.amount, old.fee, old.restaurant_fee, old.title, old.payout_id, old.number)
    is distinct from
    (new.id, new.employee_id, new.user_id, new.type, new.amount, new.fee, new.restaurant_fee, new.title, new.payout_id, new.number))
  execute function refuse_change_of_terms();
