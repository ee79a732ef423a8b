-- Names and labels are stored as `tidyText` writes them now (contracts/tidy-text.ts): composed, and without what is
-- invisible, beside the joiners and selectors of emoji. Those from before are made so, except what may be mixed of two
-- scripts, which people have to write again.
create function tidied(text) returns text language sql immutable as $$
  select trim(regexp_replace(normalize(
    regexp_replace($1, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]', '', 'g'), nfc),
    '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]', ' ', 'g'))
$$;

-- A name of nothing else was invisible.
update user_account set first_name = coalesce(nullif(tidied(first_name), ''), 'Без имени'), last_name = tidied(last_name)
where (first_name, last_name) <> (tidied(first_name), tidied(last_name));
update user_account set goal = jsonb_set(goal, '{name}', to_jsonb(coalesce(nullif(tidied(goal ->> 'name'), ''), 'Цель')))
where goal ->> 'name' <> tidied(goal ->> 'name');
-- Not its bank, which cards and phones of its people are compared with.
update restaurant set name = coalesce(nullif(tidied(name), ''), 'Ресторан') where name <> tidied(name);
update invitation set name = nullif(tidied(name), '') where name <> tidied(name);
update payout_binding set label = tidied(label) where label <> tidied(label);
update passkey set label = coalesce(nullif(tidied(label), ''), 'Ключ доступа') where label <> tidied(label);

drop function tidied(text);
