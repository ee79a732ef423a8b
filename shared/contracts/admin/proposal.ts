import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { Decision } from './reason.ts'

/** How long another operator can confirm what one has proposed. */
export const PROPOSAL_DAYS = 7

/**
 * What one operator has requested and another one has to confirm by the same request: the response of the first one is
 * 202 with this, and nothing is changed.
 */
export const OperatorProposal = z.object({
  id: z.int(),
  /** The action of the audit trail that it becomes. */
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
  summary: 'What operators have proposed and no other one has confirmed, the oldest first',
  access: 'admin',
  response: items(OperatorProposal),
})

/** 404: it was confirmed, retracted or replaced, or is older than seven days. */
export const retractProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/:id/retract',
  summary: 'Retract a proposal, by any operator',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: Decision,
  response: null,
})
