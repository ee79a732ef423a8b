import { randomBytes } from 'node:crypto'
import { cardNetwork } from '@portal/contracts/card-number'
import { CardNetwork, type ProviderCard } from '@portal/contracts/vault'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { cardIssuer, type StoredCard } from './stored-card.ts'

/**
 * Stores what a provider's form returned for a card, and returns a token. The same card always has the same token.
 * @throws Problem 422 `card_invalid`
 */
export async function storeFormCard(
  db: Db,
  { provider, token: provider_token, first6, last4, issuer = '' }: ProviderCard,
): Promise<StoredCard> {
  const network = cardNetwork(first6)
  if (!network) throw new Problem(422, 'card_invalid', { errors: { first6: ['card_invalid'] } })
  const { token } = await db
    .insertInto('vault.provider_card')
    .values({
      token: `card_${randomBytes(24).toString('base64url')}`,
      provider,
      provider_token,
      mask: `${first6.slice(0, 4)} •••• •••• ${last4}`,
      last4,
      network,
      // A bank is stored under our name for it, so that one bank does not appear under two names.
      issuer: cardIssuer(first6) || issuer,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_token']).doUpdateSet({ stored_at: sql<Date>`now()` }),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return await requireProviderCard(db, token)
}

/** @throws Problem 422 `card_unknown`, also when it was deleted meanwhile */
export async function requireProviderCard(db: Db, token: string): Promise<StoredCard> {
  const card = await db
    .updateTable('vault.provider_card')
    // The caller is about to add the card, so it must not be deleted before that.
    .set({ stored_at: sql<Date>`now()` })
    .where('token', '=', token)
    .returning(['token', 'mask', 'last4', 'network', 'issuer', 'provider', 'told_mask'])
    .executeTakeFirst()
  if (!card) throw new Problem(422, 'card_unknown', { errors: { card_token: ['card_unknown'] } })
  const { told_mask, ...stored } = card
  if (told_mask === null) return { ...stored, network: CardNetwork.parse(card.network), hasKnownDigits: false }
  return {
    ...stored,
    mask: told_mask,
    last4: told_mask.slice(-4),
    network: networkOfMask(told_mask),
    hasKnownDigits: true,
  }
}

/** @throws Error for a card of a network that does not pay out */
function networkOfMask(mask: string): CardNetwork {
  return CardNetwork.parse(cardNetwork(mask.slice(0, 4)))
}

/** The digits of a card that a provider has named after a payment to it. */
export type ToldCard = { first6?: string | undefined; last4: string }

/**
 * Stores the digits of a card that the provider has named. Returns their mask, or undefined if no form has read the
 * card.
 */
export async function storeToldDigits(
  trx: Db,
  token: string,
  { first6, last4 }: ToldCard,
): Promise<string | undefined> {
  const cards = trx.selectFrom('vault.provider_card').select(['mask', 'told_mask']).where('token', '=', token)
  const card = await cards.executeTakeFirst()
  if (!card) return undefined
  const mask = `${first6?.slice(0, 4) ?? card.mask.slice(0, 4)} •••• •••• ${last4}`
  if (mask !== card.told_mask)
    await trx.updateTable('vault.provider_card').set({ told_mask: mask }).where('token', '=', token).execute()
  return mask
}

/** Deletes cards that were not added as a payout method within a day. */
export async function deleteUnusedProviderCards(db: Db): Promise<void> {
  await sql`
    delete from vault.provider_card c where stored_at < now() - interval '1 day' and not exists (
      select from payout_binding b where b.card_token = c.token and b.deleted_at is null)`.execute(db)
}
