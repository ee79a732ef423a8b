import { UsageError } from '@portal/command/declaration'
import * as contract from '@portal/contracts/admin/reconciliation'
import { readInput } from './client.ts'
import { decision, type Noun, verb } from './verb.ts'

const reportColumns = {
  id: 'id',
  provider: 'provider',
  day: 'day',
  source: 'source',
  payments: 'payments',
  payouts: 'payouts',
  differences: 'differences',
  open: 'open',
}

const lineColumns = {
  id: 'line',
  day: 'day',
  kind: 'kind',
  payout_id: 'payout',
  reference: 'payment',
  our_amount: 'our amount',
  their_amount: 'their amount',
  our_status: 'our status',
  their_status: 'their status',
  closed_by: 'closed by',
  close_reason: 'reason',
}

type Provider = 'sandbox' | 'yookassa'

export const reconciliation: Noun = {
  about: 'Comparisons of the payments of providers with the payouts of the portal, day by day.',
  verbs: {
    list: verb({
      about: 'Lists the comparisons, the newest day first.',
      options: {
        provider: { type: 'string', value: '<name>', about: 'only those of this provider, such as yookassa' },
      },
      columns: reportColumns,
      run: async ({ call, values: { provider } }) =>
        (await call(contract.listReconciliations, { query: { provider: provider as Provider | undefined } })).items,
    }),
    open: verb({
      about: 'Lists all differences without a decision. The exit code is 1 if there is one.',
      columns: lineColumns,
      run: async ({ call }) => (await call(contract.listReconciliationLines, { query: {} })).items,
      fails: (lines) => Array.isArray(lines) && lines.length > 0,
    }),
    show: verb({
      about: 'Shows all differences of one comparison, including those with a decision.',
      takes: '<reconciliation>',
      columns: lineColumns,
      run: async ({ call, positionals: [id = ''] }) =>
        (await call(contract.listReconciliationLines, { query: { reconciliation: parseId(id) } })).items,
    }),
    run: verb({
      about: 'Compares the payouts of a day with the provider’s list, or with a statement. It may be repeated.',
      writes: true,
      options: {
        provider: { type: 'string', value: '<name>', about: 'the provider, such as yookassa', required: true },
        day: { type: 'string', value: '<day>', about: 'a day in Moscow time, such as 2026-11-20', required: true },
        statement: {
          type: 'string',
          value: '<file>',
          about: 'a statement as CSV (docs/banks.md); default: the provider’s list',
        },
      },
      columns: reportColumns,
      run: async ({ call, values: { provider, day, statement: file } }) => {
        const statement = file === undefined ? undefined : (await readInput(file)).toString()
        return await call(contract.runReconciliation, { body: { provider: provider as Provider, day, statement } })
      },
    }),
    close: decision(contract.closeReconciliationLine, {
      about:
        'Records the decision about a difference, which ends its alert. Another operator must confirm it with the same command.',
      takes: '<line>',
      columns: lineColumns,
    }),
  },
}

function parseId(id: string): number {
  if (!/^[1-9]\d{0,8}$/.test(id))
    throw new UsageError(`${id} is not the number of a comparison: see \`reconciliation list\``)
  return Number(id)
}
