-- A payout names its card or phone by the binding, so the binding is part of its terms: a connection of the application that
-- somebody else holds could otherwise send orders that wait to a card of its own, and leave no row that says so.

create trigger payout_binding_terms_are_final before update on payout_binding for each row
  when ((old.id, old.user_id, old.bank, old.type, old.card_token, old.phone)
    is distinct from (new.id, new.user_id, new.bank, new.type, new.card_token, new.phone))
  execute function refuse_change_of_terms();

-- The bank of a phone changes, but not under a payout that is on its way.
create function refuse_bank_of_open_payout() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payout where binding_id = new.id and status in ('pending', 'processing')) then
    raise exception 'a payout to % is on its way', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_binding_bank_of_open_payout before update on payout_binding for each row
  when (old.sbp_bank_id is distinct from new.sbp_bank_id)
  execute function refuse_bank_of_open_payout();
revoke execute on function refuse_bank_of_open_payout() from public;

-- The wallet of an employee belongs to the user who is the employee, and transfers stay in the restaurant.
create trigger employee_terms_are_final before update on employee for each row
  when ((old.id, old.user_id, old.restaurant_id) is distinct from (new.id, new.user_id, new.restaurant_id))
  execute function refuse_change_of_terms();

-- What people read of their money says what the ledger says.
create trigger operation_terms_are_final before update on operation for each row
  when ((old.id, old.employee_id, old.user_id, old.type, old.amount, old.fee, old.title, old.payout_id, old.number)
    is distinct from (new.id, new.employee_id, new.user_id, new.type, new.amount, new.fee, new.title, new.payout_id, new.number))
  execute function refuse_change_of_terms();
