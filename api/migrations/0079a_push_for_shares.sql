-- Users are told of shares that colleagues pass on to them.
alter table push_message drop constraint push_message_kind_check;
alter table push_message add constraint push_message_kind_check
  check (kind in ('tip', 'share', 'payout_paid', 'payout_failed', 'method', 'auto_stopped'));
