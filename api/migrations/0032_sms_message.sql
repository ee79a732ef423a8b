-- Each message that a provider was requested to send, without its text: which provider has it, what became of it, and what it
-- cost. Rows are deleted after a week. `id` is what SMSC.ru takes for an id, a number up to 2147483647.
create table sms_message (
  id int generated always as identity primary key,
  phone text not null,
  provider text not null,
  -- The provider's own id; null until it has responded, and where it has none.
  provider_id text,
  -- `sending`: the request is on its way; `unknown`: its response was lost, the message may have been sent.
  state text not null default 'sending'
    check (state in ('sending', 'unknown', 'rejected', 'accepted', 'delivered', 'undelivered')),
  -- The provider's code of a rejection or a failed delivery, or the network error.
  reason text,
  segments int not null,
  cost bigint check (cost >= 0),
  -- What remained on the account at the provider, as it reported with the message. Kopecks, as the cost.
  balance bigint,
  checks int not null default 0,
  -- When the provider is asked next what became of the message; null: never again.
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index sms_message_by_phone on sms_message (phone, id desc);
create index sms_message_by_time on sms_message (created_at);
create index sms_message_due on sms_message (next_check_at) where next_check_at is not null;
