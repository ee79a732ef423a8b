-- A browser in which a user has signed in: it may guess on when strangers have used up the guesses at the user's phone. Its
-- cookie holds 32 random bytes, of which only the SHA-256 is stored, and signs nobody in.
create table device (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null,
  user_id uuid not null references user_account,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- One browser may be known to several users.
  unique (token_hash, user_id)
);
create index device_by_user on device (user_id, last_seen_at);

-- The device that the session began on; a session of before has none.
alter table session add column device_id uuid references device on delete set null;

-- Takes one from each budget, or from none. Returns the seconds until all of them have one, null when it is done.
create function consume_budgets(p_keys text[], p_maxima int[], p_windows int[])
returns int language plpgsql as $$
declare
  budget record;
  counted record;
  wait int := 0;
begin
  begin
    -- In one order, so that two calls over the same keys cannot wait for each other.
    for budget in select * from unnest(p_keys, p_maxima, p_windows) as b (key, maximum, seconds) order by key loop
      insert into rate_limit as r (key, window_start, hits) values (budget.key, now(), 1)
      on conflict (key) do update set
        hits = case when r.window_start > now() - make_interval(secs => budget.seconds) then r.hits + 1 else 1 end,
        window_start = case when r.window_start > now() - make_interval(secs => budget.seconds) then r.window_start else now() end
      returning r.hits, ceil(extract(epoch from r.window_start - now()) + budget.seconds)::int as seconds_left into counted;
      if counted.hits > budget.maximum then wait := greatest(wait, counted.seconds_left, 1); end if;
    end loop;
    if wait > 0 then raise exception 'a budget is empty' using errcode = 'P0B01'; end if;
  exception when sqlstate 'P0B01' then
    -- The rows are as before; the variable is not.
    return wait;
  end;
  return null;
end $$;
