import * as contract from '@portal/contracts/admin/proposal'
import { decision, type Noun, verb } from './verb.ts'

const columns = {
  id: 'id',
  proposed_at: 'proposed',
  proposed_by: 'by',
  action: 'action',
  'subject.id': 'subject',
  change: 'change',
  reason: 'reason',
}

export const proposal: Noun = {
  about: 'What one operator has proposed and another one has to confirm by the same command.',
  verbs: {
    list: verb({
      about: 'Lists the proposals of the last seven days that no other operator has confirmed.',
      columns,
      run: async ({ call }) => (await call(contract.listProposals)).items,
    }),
    retract: decision(contract.retractProposal, {
      about: 'Retracts a proposal, also of another operator.',
      takes: '<proposal>',
    }),
  },
}
