-- after deployment
-- The numbers that an API of the version before reads by; the indexes of their columns go with them.
do $$
begin
  -- Behind a long transaction each attempt is short, so that no request waits behind it.
  for attempt in 1..100 loop
    begin
      set local lock_timeout = '500ms';
      lock table operation in access exclusive mode;
      exit;
    exception when lock_not_available then
      if attempt = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $$;

drop trigger operations_are_numbered on operation;
drop function number_operations();
alter table operation drop column employee_seq, drop column employee_type_seq, drop column user_seq, drop column user_type_seq;
