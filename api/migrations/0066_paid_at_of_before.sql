-- concurrently
-- What was booked before 0065: rows are locked only of tips that arrived late and of adjustments.
update operation o set paid_at = t.paid_at
from tip t where t.operation_id = o.id and t.paid_at <> o.created_at and o.paid_at is null;
update operation o set paid_at = t.paid_at
from tip_adjustment a join tip t on t.external_id = a.tip where a.operation_id = o.id and o.paid_at is null;

-- Statements read these few by their day, and all others by their places.
drop index concurrently if exists operation_paid_at;
create index concurrently operation_paid_at on operation (employee_id, paid_at) where paid_at is not null;
