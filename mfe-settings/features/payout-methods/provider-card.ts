import type { PayoutTerms } from '@portal/contracts/payout-method'
import type { ProviderCard } from '@portal/contracts/vault'
import { sessionStore, storedObject } from '@portal/shared/browser-storage'
import { type CardFormState, cardFormKey } from '@portal/shared/page-protocol'

// A provider's form is a separate document (platform/server/pages/provider-form.ts), so that no code of the portal runs
// beside the provider's. The page of a new card hands over its values, and gets the card when that document leads back.

const stored = storedObject<CardFormState>(sessionStore, cardFormKey, (value) =>
  value.userId && value.account && typeof value.restId === 'string' && typeof value.label === 'string'
    ? (value as CardFormState)
    : null,
)

/** Returns what this user has begun, with the card if the form has read one. Never returns data of another user. */
export function begunCard(userId: string): CardFormState | null {
  const begun = stored.read()
  return begun?.userId === userId ? begun : null
}

export const forgetCard = stored.remove

/** Opens the document of the form. It replaces this page in the history, and this page replaces it on return. */
export function openProviderForm(
  form: NonNullable<PayoutTerms['card_form']>,
  begun: Omit<CardFormState, 'account'>,
): void {
  stored.write({ ...begun, account: form.account })
  location.replace(`/cards/card-form/${form.provider}`)
}

/** `2200 •••• •••• 1234`, as the vault shows it. */
export function formatMask({ first6, last4 }: NonNullable<CardFormState['card']>): string {
  return `${first6.slice(0, 4)} •••• •••• ${last4}`
}

export function toStore(
  { provider }: NonNullable<PayoutTerms['card_form']>,
  card: NonNullable<CardFormState['card']>,
): ProviderCard {
  const { issuer, ...rest } = card
  return { provider, ...rest, ...(issuer && { issuer }) }
}
