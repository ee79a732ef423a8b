import * as contract from '@portal/contracts/admin/payout'
import { type Noun, reason, verb } from './verb.ts'

export const payout: Noun = {
  about: 'Withdrawals and transfers.',
  verbs: {
    release: verb({
      about: 'Releases a payout that is held for review.',
      takes: '<payout>',
      writes: true,
      options: reason,
      run: ({ call, positionals: [id = ''], values: { reason } }) =>
        call(contract.releasePayout, { params: { id }, body: { reason } }),
    }),
    reject: verb({
      about: 'Rejects a payout that is held for review: the money returns to the balance.',
      takes: '<payout>',
      writes: true,
      options: reason,
      run: ({ call, positionals: [id = ''], values: { reason } }) =>
        call(contract.rejectPayout, { params: { id }, body: { reason } }),
    }),
  },
}
