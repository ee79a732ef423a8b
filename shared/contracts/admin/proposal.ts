import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { Decision } from './reason.ts'

/** How long a proposal of one operator can be confirmed by another one. */
export const PROPOSAL_DAYS = 7

/**
 * A change that needs two operators, as the first one has requested it. Nothing is changed until another operator sends
 * the same request.
 */
export const OperatorProposal = z.object({
  id: z.int(),
  /** The action that the audit trail gets when it is confirmed. */
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  /** The body of the request. */
  change: z.record(z.string(), z.unknown()),
  reason: z.nullable(z.string()),
  proposed_by: z.string(),
  proposed_at: z.iso.datetime({ offset: true }),
})
export type OperatorProposal = z.infer<typeof OperatorProposal>

export const listProposals = endpoint({
  method: 'GET',
  path: '/admin/proposals',
  summary: 'List the proposals that no other operator has confirmed yet, oldest first',
  access: 'admin',
  response: items(OperatorProposal),
})

/** Any operator may do this. 404: the proposal was confirmed, retracted or replaced, or is older than seven days. */
export const retractProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/:id/retract',
  summary: 'Retract a proposal',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: Decision,
  response: null,
})
