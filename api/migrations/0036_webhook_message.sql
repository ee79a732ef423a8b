-- Signed messages that were accepted: the same one again is a replay. Older ones than some minutes are rejected by their time.
create table webhook_message (
  id text not null,
  signed_at timestamptz not null,
  primary key (id, signed_at)
);
create index webhook_message_age on webhook_message (signed_at);
