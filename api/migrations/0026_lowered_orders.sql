-- What counts against a lowered limit is written down with the order. Told by dates alone, a second recovery, another new
-- card or another bank of a phone would begin to count anew.
alter table payout
  -- Ordered while the limits of the user were lowered, after a recovery or a new phone.
  add column while_cooling boolean not null default false,
  -- Ordered to a card or phone that was new, or whose bank was.
  add column to_new_method boolean not null default false;
create index payout_lowered on payout (user_id, created_at) where while_cooling or to_new_method;
