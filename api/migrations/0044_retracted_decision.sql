-- What operators take back is `retracted`: «withdrawn» is said of money. Rows of earlier versions have that word, and a process of one may
-- still write it.
alter table payout_decision drop constraint payout_decision_closed_as_check;
alter table payout_decision add constraint payout_decision_closed_as_check check (closed_as in ('done', 'withdrawn', 'retracted'));
