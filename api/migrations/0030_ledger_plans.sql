-- A call of `post_transfers` concerns a few accounts of many. PostgreSQL estimates a hundred rows in any JSON, for which it joined all
-- accounts by a hash: three scans of the table for each tip. A nested loop looks up the accounts by their index, however many there are.
alter function post_transfers(jsonb) set enable_hashjoin = off;
alter function post_transfers(jsonb) set enable_mergejoin = off;
-- The plan does not depend on the JSON, so one for each connection is enough.
alter function post_transfers(jsonb) set plan_cache_mode = force_generic_plan;
alter function forbidden_transfer(jsonb) set enable_hashjoin = off;
alter function forbidden_transfer(jsonb) set enable_mergejoin = off;
