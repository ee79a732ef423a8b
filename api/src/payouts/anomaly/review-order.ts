import type { Db } from '../../db/connect.ts'
import { boundTo } from '../../identity/confirmation/confirmed-action.ts'
import { assessOrder, type Verdict } from './assess-order.ts'
import {
  addConfirmation,
  consumeConfirmation,
  findConfirmation,
  isSecondConfirmation,
  proofKind,
} from './order-confirmation.ts'
import type { ProvenOrder } from './order-facts.ts'
import { readOrderFacts } from './order-facts.ts'

/**
 * Applies the anomaly rules to an order that passed all other checks. Runs in the order's transaction and under the
 * lock of the user's orders, so that simultaneous orders add up. `confirm_again`: the first confirmation was stored.
 */
export async function reviewOrder(trx: Db, proven: ProvenOrder): Promise<Verdict> {
  const { user, order, key, proof, shouldHoldIfUnusual } = proven
  const verdict = assessOrder(await readOrderFacts(trx, proven))
  if (verdict !== 'confirm_again') return verdict
  // A rule's order must not consume a confirmation that the user gave for an order of their own.
  if ('rule' in proof) return 'hold'
  const intent = boundTo(order)
  const first = await findConfirmation(trx, user.id, intent)
  const isConfirmed = first !== undefined && isSecondConfirmation(first.proof, proof)
  if (!isConfirmed && !shouldHoldIfUnusual) {
    await addConfirmation(trx, { userId: user.id, boundTo: intent, proof: proofKind(proof), key })
    return 'confirm_again'
  }
  await consumeConfirmation(trx, user.id, intent)
  return isConfirmed ? 'allow' : 'hold'
}

/** Returns whether this request already was the first confirmation. It is repeated if its response was lost. */
export async function wasFirstConfirmation(
  db: Db,
  { user, order, key }: Pick<ProvenOrder, 'user' | 'order' | 'key'>,
): Promise<boolean> {
  return (await findConfirmation(db, user.id, boundTo(order)))?.key === key
}
