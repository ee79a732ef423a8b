import * as contract from '@portal/contracts/admin/ledger'
import { parseChoice, positiveNumber } from './options.ts'
import { formatTable } from './table.ts'
import { type Noun, verb } from './verb.ts'

export const ledger: Noun = {
  about: 'Учёт: каждое движение денег, двойной записью, в рублях.',
  verbs: {
    check: verb({
      about: 'Сверяет балансы, проводки, выводы, чаевые и операции. Код выхода 1, если что-то не сходится.',
      columns: { check: 'проверка', subject: 'чьё', expected: 'должно быть', found: 'есть' },
      run: async ({ call, note }) => {
        const { checks, differences } = await call(contract.checkLedger)
        for (const line of formatTable(checks, { check: 'проверка', compared: 'сверено', differences: 'различий' }))
          note(line)
        note('')
        return differences
      },
      fails: (differences) => Array.isArray(differences) && differences.length > 0,
    }),
    'trial-balance': verb({
      about: 'Складывает все счета по видам. Код выхода 1, если остатки в сумме не 0.',
      columns: { account: 'счёт', accounts: 'счетов', debit: 'дебет', credit: 'кредит', balance: 'остаток' },
      run: async ({ call }) => {
        const { items, total } = await call(contract.getTrialBalance)
        return [...items, { account: 'total', balance: total }]
      },
      fails: (lines) => Array.isArray(lines) && lines.at(-1).balance !== 0,
    }),
    account: verb({
      about: 'Показывает проводки счёта сотрудника и остаток после каждой, начиная с новых.',
      takes: '<сотрудник>',
      options: {
        of: {
          type: 'string',
          value: '<счёт>',
          about: `одно из ${contract.EmployeeAccount.options.join(', ')}; без него wallet`,
        },
        before: { type: 'string', value: '<номер>', about: 'только проводки до этого номера' },
        limit: { type: 'string', value: '<число>', about: 'сколько строк, до 1000; без него 100' },
      },
      columns: {
        seq: 'номер',
        at: 'когда',
        kind: 'вид',
        amount: 'сумма',
        balance_after: 'остаток',
        other: 'второй счёт',
        ref: 'основание',
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
