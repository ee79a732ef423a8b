import * as contract from '@portal/contracts/admin/ledger'
import { parseChoice, positiveNumber } from './options.ts'
import { formatTable } from './table.ts'
import { type Noun, verb } from './verb.ts'

export const ledger: Noun = {
  about: 'The ledger: every movement of money, as double entries in rubles.',
  verbs: {
    check: verb({
      about: 'Compares balances, entries, payouts, tips and operations. The exit code is 1 if something differs.',
      columns: { check: 'check', subject: 'subject', expected: 'expected', found: 'found' },
      run: async ({ call, note }) => {
        const { checks, differences } = await call(contract.checkLedger)
        for (const line of formatTable(checks)) note(line)
        note('')
        return differences
      },
      fails: (differences) => Array.isArray(differences) && differences.length > 0,
    }),
    'trial-balance': verb({
      about: 'Sums up all accounts by kind. The exit code is 1 unless the balances add up to 0.',
      columns: { account: 'account', accounts: 'accounts', debit: 'debit', credit: 'credit', balance: 'balance' },
      run: async ({ call }) => {
        const { items, total } = await call(contract.getTrialBalance)
        return [...items, { account: 'total', balance: total }]
      },
      fails: (lines) => Array.isArray(lines) && lines.at(-1).balance !== 0,
    }),
    account: verb({
      about: 'Lists the entries of an employee’s account with the balance after each, newest first.',
      takes: '<employee>',
      options: {
        of: {
          type: 'string',
          value: '<account>',
          about: `one of ${contract.EmployeeAccount.options.join(', ')}; default: wallet`,
        },
        before: { type: 'string', value: '<number>', about: 'only entries before the one with this number' },
        limit: { type: 'string', value: '<number>', about: 'up to 1000; default: 100' },
      },
      columns: {
        seq: 'number',
        at: 'at',
        kind: 'kind',
        amount: 'amount',
        balance_after: 'balance',
        other: 'other account',
        ref: 'ref',
      },
      run: async ({ call, note, positionals: [id = ''], values: { of, before, limit } }) => {
        const { balances, items } = await call(contract.getEmployeeLedger, {
          params: { id },
          query: {
            account: of === undefined ? undefined : parseChoice('of', contract.EmployeeAccount.options, of),
            before: positiveNumber('before', before),
            limit: positiveNumber('limit', limit),
          },
        })
        note(
          Object.entries(balances)
            .map(([account, balance]) => `${account} ${balance}`)
            .join(', '),
        )
        return items
      },
    }),
  },
}
