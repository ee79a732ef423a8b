-- The outside world of the demo: a bank and an SMS gateway that live through a kill -9 of the portal.

create table sandbox.sms (
  id bigint generated always as identity primary key,
  phone text not null,
  text text not null,
  code text,
  at timestamptz not null default now()
);
create index sms_phone on sandbox.sms (phone, id desc);

-- What the bank was asked to pay, by the payout's id: the bank's own memory, not the portal's.
create table sandbox.bank_payment (
  payout_id uuid primary key,
  amount bigint not null,
  behaviour text not null check (behaviour in ('pays', 'declines', 'never_answers', 'answers_twice')),
  status text not null check (status in ('accepted', 'paid', 'declined')),
  reason text,
  rrn text,
  received_at timestamptz not null default now(),
  settles_at timestamptz
);
revoke delete on sandbox.sms, sandbox.bank_payment from portal_app;

-- Where PostgreSQL gives these rights to the application by default rights of the owner, nobody needs them.
revoke truncate, references, trigger on all tables in schema public, vault, sandbox from portal_app;
