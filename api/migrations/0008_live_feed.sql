-- How many hints a user's pages were sent: a page that comes back with the newest number has missed nothing.
create table live_feed (
  user_id uuid primary key references user_account,
  seq bigint not null
);
