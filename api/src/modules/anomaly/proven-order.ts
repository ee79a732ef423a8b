import type { MoneyOrder } from '@portal/contracts/new-payout'
import type { SignedIn } from '../../http/route.ts'
import type { VerifiedProof } from '../confirmation/proof.ts'
import type { RuleProof } from '../payouts/auto-withdrawal/rule.ts'
import type { Plan } from '../payouts/order/plan-order.ts'

/** An order with a verified proof, be it a rule of the user. `holdIfUnusual`: its user cannot confirm it a second time. */
export type ProvenOrder = {
  user: SignedIn
  order: MoneyOrder
  key: string
  plan: Plan
  proof: VerifiedProof | { rule: RuleProof }
  holdIfUnusual: boolean
}
