-- Users are told the result of a shift.
alter table push_message drop constraint push_message_kind_check;
alter table push_message add constraint push_message_kind_check
  check (kind in ('tip', 'share', 'shift', 'payout_paid', 'payout_failed', 'method', 'auto_stopped'));
