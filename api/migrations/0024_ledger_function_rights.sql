-- Other roles of the cluster may connect to this database: the function that moves money is for the application alone.
revoke execute on function post_transfers(jsonb), forbidden_transfer(jsonb), require_tip() from public;
grant execute on function post_transfers(jsonb) to portal_app;
