import * as contract from '@portal/contracts/admin/proposal'
import { decision, type Noun, verb } from './verb.ts'

const columns = {
  id: 'id',
  proposed_at: 'предложено',
  proposed_by: 'кем',
  action: 'действие',
  'subject.id': 'что меняется',
  change: 'изменение',
  reason: 'причина',
}

export const proposal: Noun = {
  about: 'Предложения: что один оператор предложил, а другой подтверждает той же командой.',
  verbs: {
    list: verb({
      about: 'Показывает предложения последних семи дней, которые ждут второго оператора.',
      columns,
      run: async ({ call }) => (await call(contract.listProposals)).items,
    }),
    retract: decision(contract.retractProposal, {
      about: 'Отзывает предложение, своё или чужое.',
      takes: '<предложение>',
    }),
  },
}
