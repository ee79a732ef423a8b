-- A keyed hash of the address from which the user has last signed in with this device.
alter table device add column address_hash bytea;

-- Consumes one of each budget, or none. Returns the seconds until all of them have one, null when it is done. A request that finds an
-- empty budget writes nothing.
create or replace function consume_budgets(p_keys text[], p_maxima int[], p_windows int[])
returns int language plpgsql as $$
declare
  budget record;
  counted record;
  wait int;
  -- A later window was opened by a clock that was wrong.
  latest timestamptz := now() + interval '1 minute';
begin
  select max(ceil(extract(epoch from r.window_start - clock_timestamp()) + b.seconds)) into wait
  from unnest(p_keys, p_maxima, p_windows) as b (key, maximum, seconds)
  join rate_limit r on r.key = b.key
  where r.hits >= b.maximum and r.window_start > now() - make_interval(secs => b.seconds) and r.window_start <= latest;
  if wait is not null then return greatest(wait, 1); end if;
  wait := 0;
  begin
    -- In one order, so that two calls over the same keys cannot wait for each other.
    for budget in select * from unnest(p_keys, p_maxima, p_windows) as b (key, maximum, seconds) order by key loop
      insert into rate_limit as r (key, window_start, hits) values (budget.key, now(), 1)
      on conflict (key) do update set
        hits = case when r.window_start > now() - make_interval(secs => budget.seconds) and r.window_start <= latest then r.hits + 1 else 1 end,
        window_start = case when r.window_start > now() - make_interval(secs => budget.seconds) and r.window_start <= latest then r.window_start else now() end
      -- Not `now()`, when the transaction began: a call that waited for another one would find a window that opened later.
      returning r.hits, ceil(extract(epoch from r.window_start - clock_timestamp()) + budget.seconds)::int as seconds_left into counted;
      if counted.hits > budget.maximum then wait := greatest(wait, counted.seconds_left, 1); end if;
    end loop;
    if wait > 0 then raise exception 'a budget is empty' using errcode = 'P0B01'; end if;
  exception when sqlstate 'P0B01' then
    -- The rows are as before; the variable is not.
    return wait;
  end;
  return null;
end $$;
