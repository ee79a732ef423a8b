import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { NamedMethod } from '../../identity/security-notice/notice-text.ts'
import type { StoredCard } from '../vault/stored-card.ts'

/**
 * The caller states the digits of a card that only a provider's form has read. They must not equal the digits of the
 * user's other cards, because pages and messages would then confuse the two. @throws Problem 409 `card_exists`
 */
export async function requireNewDigits(db: Db, userId: string, card: StoredCard): Promise<void> {
  if (card.hasKnownDigits) return
  const other = db
    .selectFrom('payout_binding')
    .select('id')
    .where('user_id', '=', userId)
    .where('last4', '=', card.last4)
    .where('card_token', '<>', card.token)
    .where('deleted_at', 'is', null)
  if (await other.executeTakeFirst()) throw cardExistsProblem()
}

export function cardExistsProblem(): Problem {
  return new Problem(409, 'card_exists', { errors: { card_token: ['card_exists'] } })
}

type Method = { type: 'card' | 'sbp'; last4: string | null; phone: string | null; card_token: string | null }

/** Returns a method as a message names it: without digits for a card whose digits the provider has not confirmed. */
export async function toNamedMethod(db: Db, { type, last4, phone, card_token }: Method): Promise<NamedMethod> {
  if (type === 'sbp') return { type, phone: phone ?? '' }
  const unknown = db
    .selectFrom('vault.provider_card')
    .select('token')
    .where('token', '=', card_token)
    .where('told_mask', 'is', null)
  return { type, last4: (await unknown.executeTakeFirst()) ? null : last4 }
}
