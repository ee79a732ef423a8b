import type { MoneyOrder } from '@portal/shared/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { boundTo } from '../confirmation/confirmed-action.ts'
import { consumeProof, type VerifiedProof } from '../confirmation/proof.ts'
import type { Plan } from '../payouts/plan.ts'
import { assessOrder } from './assess-order.ts'
import { readOrderFacts } from './order-facts.ts'

/** Seconds in which the second confirmation has to come. */
const CONFIRMATION_LIFETIME = 15 * 60

type ProvenOrder = { user: SignedIn; order: MoneyOrder; plan: Plan; proof: VerifiedProof }

/**
 * What the rules say of an order whose proof is right: whether it is to be held for an operator.
 * @throws Problem 422 `confirm_again`: the proof is used up, and the same order with another one is carried out
 */
export async function reviewOrder(db: Db, { user, order, plan, proof }: ProvenOrder): Promise<{ held: boolean }> {
  const verdict = assessOrder(await readOrderFacts(db, user, plan))
  if (verdict !== 'confirm_again') return { held: verdict === 'hold' }
  const intent = boundTo(order)
  if (await isConfirmed(db, user.id, intent)) return { held: false }
  await db.transaction().execute(async (trx) => {
    await consumeProof(trx, proof)
    await trx
      .insertInto('order_confirmation')
      .values({ user_id: user.id, bound_to: intent })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'bound_to']).doUpdateSet({ confirmed_at: sql<Date>`clock_timestamp()` }),
      )
      .execute()
  })
  throw new Problem(422, 'confirm_again')
}

async function isConfirmed(db: Db, userId: string, intent: string): Promise<boolean> {
  const confirmation = await db
    .deleteFrom('order_confirmation')
    .where('user_id', '=', userId)
    .where('bound_to', '=', intent)
    .returning(
      sql<boolean>`confirmed_at > clock_timestamp() - make_interval(secs => ${CONFIRMATION_LIFETIME})`.as('fresh'),
    )
    .executeTakeFirst()
  return confirmation?.fresh ?? false
}
