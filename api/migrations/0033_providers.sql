-- Several providers pay out at once. A restaurant names the adapter that pays its employees; null: the default of the settings.
alter table restaurant add column payout_provider text check (payout_provider in ('sandbox', 'yookassa'));

-- The provider that has the payout, stored with `bank` before the first attempt; the provider's id of the payment, as soon as a
-- response had it; and when the first attempt began, since a provider remembers an idempotency key for a limited time.
alter table payout
  add column provider text check (provider in ('sandbox', 'yookassa')),
  add column bank_reference text,
  add column sent_at timestamptz;
update payout set provider = 'sandbox' where bank is not null;
update payout p set sent_at = e.at from payout_event e where e.payout_id = p.id and e.status = 'processing';
create unique index payout_by_bank_reference on payout (provider, bank_reference);

-- A payout that has been sent stays with its provider, and is one payment there.
create trigger payout_provider_is_final before update on payout for each row
  when (old.provider is distinct from new.provider and old.attempts > 0
    or old.bank_reference is not null and old.bank_reference is distinct from new.bank_reference)
  execute function refuse_change_of_terms();

-- Cards whose number only a provider has: what its form returned for them. The token in `payout_binding` is ours, as for the
-- cards of our vault.
create table vault.provider_card (
  token text primary key,
  provider text not null check (provider in ('sandbox', 'yookassa')),
  provider_token text not null,
  mask text not null,
  last4 text not null,
  network text not null check (network in ('mir', 'visa', 'mastercard')),
  issuer text not null,
  stored_at timestamptz not null default now(),
  unique (provider, provider_token)
);
revoke update, truncate, references, trigger on vault.provider_card from portal_app;
grant update (stored_at) on vault.provider_card to portal_app;
