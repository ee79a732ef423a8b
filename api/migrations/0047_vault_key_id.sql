-- Which key a card is encrypted with, so that two can be live; null: from before this column.
alter table vault.card add column key_id text;
