do $$
begin
  -- Behind a long transaction each attempt is short, so that no tip waits behind it.
  for attempt in 1..100 loop
    begin
      set local lock_timeout = '500ms';
      lock table tip_day in access exclusive mode;
      exit;
    exception when lock_not_available then
      if attempt = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;

  alter table tip_day drop constraint tip_day_pkey, add constraint tip_day_pkey primary key using index tip_day_with_sums;
end $$;
