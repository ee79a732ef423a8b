import { type Actor, addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { Bank } from '../bank/bank.ts'
import { settleWithin } from '../delivery/settle.ts'
import { bookOrContradict, lockWithdrawal, makeDue, requestStatus } from './ask-bank.ts'
import {
  closeDecision,
  confirmDecision,
  type DecisionRow,
  findLastDecision,
  type Outcome,
  proposeDecision,
  requireOthersPayout,
  sumDecidedWithoutSecond,
} from './decisions.ts'
import { isFinished } from './records.ts'

type Dependencies = {
  bank: Bank
  /** Kopecks that one operator may decide about in 24 hours without a second operator. */
  limit: number
}

type Request = { outcome: Outcome; reason: string; rrn?: string | undefined; actor: Actor }

/**
 * Decides about a withdrawal in place of its bank. The bank is asked first: if it has decided, that is booked instead,
 * and if it may still decide, the request is rejected. Above the limit, the first operator proposes and another one
 * confirms by sending the request too. A return waits until no request under way can still arrive (`effective_at`).
 * Repeating a decision changes nothing. Returns whether this call settled the payout.
 *
 * The payout is locked until the transaction ends: no worker leases it, and a report of the bank is booked afterwards.
 * @throws Problem as `lockWithdrawal`; 409 `own_payout`, `payout_finished`, `other_decision`, `bank_undecided`,
 * `bank_does_not_know`
 */
export async function decidePayout(
  trx: Db,
  { bank, limit }: Dependencies,
  payoutId: string,
  { outcome, reason, rrn, actor }: Request,
): Promise<boolean> {
  // All decisions lock the operator before the row of the payout, so that they cannot wait for each other.
  const decidedKopecks = await sumDecidedWithoutSecond(trx, actor.id)
  const { status, amount, bank: bankName } = await lockWithdrawal(trx, payoutId)
  await requireOthersPayout(trx, payoutId, actor)
  const last = await findLastDecision(trx, payoutId)
  if (isFinished({ status })) {
    if (last?.state === 'done' && last.outcome === outcome) return false
    throw new Problem(409, 'payout_finished')
  }
  const open = last?.state === 'open' ? last : undefined
  if (open && open.outcome !== outcome) throw new Problem(409, 'other_decision')

  if (bankName === null && outcome === 'paid') throw new Problem(409, 'not_at_bank')
  const response = bankName === null ? undefined : await requestStatus(trx, bank, payoutId, actor)
  const bankStatus = response?.status ?? 'none'
  if (bankStatus === 'accepted') throw new Problem(409, 'bank_undecided')
  if (bankStatus === 'unknown' && outcome === 'paid') throw new Problem(409, 'bank_does_not_know')
  const audit = { subject: { type: 'payout', id: payoutId }, actor, reason } as const
  if ((await bookOrContradict(trx, payoutId, response)) === true) {
    const after = { response: bankStatus, instead_of: outcome }
    await addAuditEvent(trx, { ...audit, action: 'payout_asked', before: { status }, after })
    return true
  }

  const decision = await proposeOrConfirm(trx, payoutId, open, { outcome, reason, rrn, operator: actor.id })
  const needsAnother = decision.confirmed_by === null && decidedKopecks + amount > limit
  if (needsAnother || !decision.is_effective) {
    const action = open ? 'payout_decision_confirmed' : 'payout_decision_proposed'
    if (decision !== open) await addAuditEvent(trx, { ...audit, action, after: { outcome, response: bankStatus } })
    return false
  }
  await book(trx, payoutId, decision, actor)
  const { proposed_by, confirmed_by } = decision
  const after = {
    status: outcome === 'paid' ? 'succeeded' : 'canceled',
    outcome,
    response: bankStatus,
    proposed_by,
    confirmed_by,
  }
  await addAuditEvent(trx, { ...audit, action: 'payout_decided', before: { status }, after })
  return true
}

async function proposeOrConfirm(
  trx: Db,
  payoutId: string,
  open: DecisionRow | undefined,
  proposal: Parameters<typeof proposeDecision>[2],
): Promise<DecisionRow> {
  if (!open) return await proposeDecision(trx, payoutId, proposal)
  const isAnother = open.confirmed_by === null && open.proposed_by !== proposal.operator
  return isAnother ? await confirmDecision(trx, open, proposal.operator) : open
}

async function book(trx: Db, payoutId: string, decision: DecisionRow, { id }: Actor): Promise<void> {
  const { outcome, rrn } = decision
  const booked =
    outcome === 'paid'
      ? ({ status: 'paid', rrn } as const)
      : ({ status: 'declined', reason: 'bank_unavailable' } as const)
  await settleWithin(trx, payoutId, booked)
  await closeDecision(trx, decision, 'done', id)
}

/**
 * Retracts a decision that is not booked yet, so the worker sends the payout again.
 * @throws Problem as `lockWithdrawal`; 409 `no_decision`, `own_payout`
 */
export async function retractDecision(
  trx: Db,
  payoutId: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  if ((await findLastDecision(trx, payoutId))?.state === 'retracted') return
  await lockWithdrawal(trx, payoutId)
  await requireOthersPayout(trx, payoutId, actor)
  const decision = await findLastDecision(trx, payoutId)
  if (decision?.state !== 'open') throw new Problem(409, 'no_decision')
  await closeDecision(trx, decision, 'retracted', actor.id)
  await makeDue(trx, payoutId)
  await addAuditEvent(trx, {
    action: 'payout_decision_retracted',
    subject: { type: 'payout', id: payoutId },
    actor,
    reason,
    before: {
      state: 'open',
      outcome: decision.outcome,
      proposed_by: decision.proposed_by,
      confirmed_by: decision.confirmed_by,
    },
    after: { state: 'retracted' },
  })
}
