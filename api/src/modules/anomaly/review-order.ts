import type { MoneyOrder } from '@portal/contracts/payout'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/route.ts'
import { boundTo } from '../confirmation/confirmed-action.ts'
import { consumeProof, type VerifiedProof } from '../confirmation/proof.ts'
import type { Plan } from '../payouts/plan.ts'
import { assessOrder } from './assess-order.ts'
import {
  addConfirmation,
  confirmAgain,
  confirmsAgain,
  type FirstConfirmation,
  findConfirmation,
  kindOf,
} from './order-confirmation.ts'
import { readOrderFacts } from './order-facts.ts'

type ProvenOrder = { user: SignedIn; order: MoneyOrder; key: string; plan: Plan; proof: VerifiedProof }

/** `held`: it waits for an operator. `first`: this is the second confirmation, and the order uses the first one up. */
export type Review = { held: boolean; first?: FirstConfirmation }

/**
 * What the rules say of an order whose proof is right.
 * @throws Problem 422 `confirm_again`: the proof is used up, and the same order with another one is carried out
 */
export async function reviewOrder(db: Db, { user, order, key, plan, proof }: ProvenOrder): Promise<Review> {
  const verdict = assessOrder(await readOrderFacts(db, user, plan))
  if (verdict !== 'confirm_again') return { held: verdict === 'hold' }
  const intent = boundTo(order)
  const first = await findConfirmation(db, user.id, intent)
  if (first && confirmsAgain(first.proof, proof)) return { held: false, first }
  await db.transaction().execute(async (trx) => {
    await consumeProof(trx, proof)
    await addConfirmation(trx, { userId: user.id, boundTo: intent, proof: kindOf(proof), key })
  })
  throw confirmAgain()
}

/** Whether this very request has been the first confirmation: its response was lost, and its proof is used up. */
export async function wasFirstConfirmation(
  db: Db,
  { user, order, key }: Pick<ProvenOrder, 'user' | 'order' | 'key'>,
): Promise<boolean> {
  return (await findConfirmation(db, user.id, boundTo(order)))?.key === key
}
