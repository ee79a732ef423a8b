-- A card is kept once, whoever adds it and however often.
create unique index vault_card_fingerprint on vault.card (fingerprint);
