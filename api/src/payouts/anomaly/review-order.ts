import type { Db } from '../../db/connect.ts'
import { boundTo } from '../../identity/confirmation/confirmed-action.ts'
import { assessOrder, type Verdict } from './assess-order.ts'
import { addConfirmation, confirmsAgain, consumeConfirmation, findConfirmation, kindOf } from './order-confirmation.ts'
import type { ProvenOrder } from './order-facts.ts'
import { readOrderFacts } from './order-facts.ts'

/**
 * Applies the rules to an order that passed all other checks, in its transaction and under the lock of the user's orders, so
 * that orders at once add up. `confirm_again`: this was the first confirmation, which is stored.
 */
export async function reviewOrder(trx: Db, proven: ProvenOrder): Promise<Verdict> {
  const { user, order, key, proof, holdIfUnusual } = proven
  const verdict = assessOrder(await readOrderFacts(trx, proven))
  if (verdict !== 'confirm_again') return verdict
  // What the user has confirmed of another order a moment ago is not for this one.
  if ('rule' in proof) return 'hold'
  const intent = boundTo(order)
  const first = await findConfirmation(trx, user.id, intent)
  const isConfirmed = first !== undefined && confirmsAgain(first.proof, proof)
  if (!isConfirmed && !holdIfUnusual) {
    await addConfirmation(trx, { userId: user.id, boundTo: intent, proof: kindOf(proof), key })
    return 'confirm_again'
  }
  await consumeConfirmation(trx, user.id, intent)
  return isConfirmed ? 'allow' : 'hold'
}

/** Whether the same request has been the first confirmation: its response was lost, and its proof is consumed. */
export async function wasFirstConfirmation(
  db: Db,
  { user, order, key }: Pick<ProvenOrder, 'user' | 'order' | 'key'>,
): Promise<boolean> {
  return (await findConfirmation(db, user.id, boundTo(order)))?.key === key
}
