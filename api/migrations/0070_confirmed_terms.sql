-- What a user confirms is what happens (decision 0089): the digits of a card are those that its provider names, and a rule withdraws for
-- the fee that was confirmed.

-- The card as its provider has named it in the response to a payout, such as `2200 •••• •••• 1234`. Null: only the caller that stored the
-- card has named its digits.
alter table vault.provider_card add column told_mask text;
grant update (told_mask) on vault.provider_card to portal_app;

-- The fee that the employee has confirmed with the rule, as in the response to the browser. A fee above it stops the rule.
alter table auto_withdrawal add column fee jsonb;
update auto_withdrawal a set fee = case b.type
    when 'card' then jsonb_build_object('percent', round(1.5 * (100 - r.fee_share)) / 100, 'fixed', 0, 'min', round(15.0 * (100 - r.fee_share)) / 100)
    else '{"percent": 0, "fixed": 0, "min": 0}'
  end
from payout_binding b, employee e, restaurant r
where b.id = a.binding_id and e.id = a.employee_id and r.id = e.restaurant_id;

alter table auto_withdrawal drop constraint auto_withdrawal_stop_reason_check;
alter table auto_withdrawal add constraint auto_withdrawal_stop_reason_check check (stop_reason in ('user', 'refused', 'method_removed',
  'method_changed', 'method_blocked', 'method_unavailable', 'dismissed', 'account_blocked', 'password_recovered', 'fee_changed'));
