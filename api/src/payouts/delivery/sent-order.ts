import type { Db } from '../../db/connect.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { Destination, SentOrder } from '../bank/bank.ts'

/** Withdrawals with what the bank needs of their cards and phones. */
export function orders(db: Db) {
  return db
    .selectFrom('payout as p')
    .innerJoin('payout_binding as b', 'b.id', 'p.binding_id')
    .leftJoin('vault.provider_card as c', 'c.token', 'b.card_token')
    .where('p.kind', '=', 'payout')
    .select([
      'p.id',
      'p.amount',
      'p.fee',
      'b.type',
      'b.bank_name',
      'b.card_token',
      'c.provider as card_provider',
      'c.provider_token',
      'b.last4',
      'b.phone',
      'b.sbp_bank_id',
    ])
}

/** Returns a withdrawal as the bank knows it. If it was never sent, `sentAt` is the time of its order. */
export async function readOrder(db: Db, payoutId: string): Promise<SentOrder> {
  return (await readOrderToSend(db, payoutId)).order
}

/** Also returns whether operators are deciding about it: then it must not be sent. */
export async function readOrderToSend(
  db: Db,
  payoutId: string,
): Promise<{ order: SentOrder; isWithOperators: boolean }> {
  const { amount, fee, provider, bank_reference, sent_at, created_at, isWithOperators, ...method } = await orders(db)
    .select((eb) => [
      'p.provider',
      'p.bank_reference',
      'p.sent_at',
      'p.created_at',
      eb
        .exists(
          eb.selectFrom('payout_decision as d').whereRef('d.payout_id', '=', 'p.id').where('d.closed_as', 'is', null),
        )
        .$castTo<boolean>()
        .as('isWithOperators'),
    ])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  const order = {
    payoutId,
    // A version that had no other provider leaves out its name.
    provider: provider ?? 'sandbox',
    amount: amount - fee,
    destination: toDestination(method),
    reference: bank_reference,
    sentAt: sent_at ?? created_at,
  }
  return { order, isWithOperators }
}

type SentMethod = {
  type: 'card' | 'sbp'
  bank_name: string
  card_token: string | null
  card_provider: ProviderName | null
  provider_token: string | null
  last4: string | null
  phone: string | null
  sbp_bank_id: string | null
}

export function toDestination({ type, bank_name: bankName, ...method }: SentMethod): Destination {
  return type === 'card'
    ? {
        type,
        bankName,
        token: method.provider_token ?? method.card_token ?? '',
        issuedBy: method.card_provider ?? 'vault',
        last4: method.last4 ?? '',
      }
    : { type, bankName, phone: method.phone ?? '', bankId: method.sbp_bank_id ?? '' }
}
