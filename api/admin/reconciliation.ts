import { UsageError } from '@portal/command/declaration'
import * as contract from '@portal/contracts/admin/reconciliation'
import { readInput } from './client.ts'
import { decision, type Noun, verb } from './verb.ts'

const reportColumns = {
  id: 'id',
  provider: 'провайдер',
  day: 'день',
  source: 'источник',
  payments: 'платежей',
  payouts: 'выводов',
  differences: 'различий',
  open: 'без решения',
}

const lineColumns = {
  id: 'строка',
  day: 'день',
  kind: 'вид',
  payout_id: 'вывод',
  reference: 'платёж',
  our_amount: 'сумма у нас',
  their_amount: 'сумма у провайдера',
  our_status: 'статус у нас',
  their_status: 'статус у провайдера',
  closed_by: 'решил',
  close_reason: 'причина',
}

type Provider = 'sandbox' | 'yookassa'

export const reconciliation: Noun = {
  about: 'Сверка: платежи провайдера и выводы портала, день за днём.',
  verbs: {
    list: verb({
      about: 'Показывает сверки, начиная с последнего дня.',
      options: {
        provider: { type: 'string', value: '<имя>', about: 'только этого провайдера, например yookassa' },
      },
      columns: reportColumns,
      run: async ({ call, values: { provider } }) =>
        (await call(contract.listReconciliations, { query: { provider: provider as Provider | undefined } })).items,
    }),
    open: verb({
      about: 'Показывает все различия без решения. Код выхода 1, если они есть.',
      columns: lineColumns,
      run: async ({ call }) => (await call(contract.listReconciliationLines, { query: {} })).items,
      fails: (lines) => Array.isArray(lines) && lines.length > 0,
    }),
    show: verb({
      about: 'Показывает все различия одной сверки, в том числе с решением.',
      takes: '<сверка>',
      columns: lineColumns,
      run: async ({ call, positionals: [id = ''] }) =>
        (await call(contract.listReconciliationLines, { query: { reconciliation: parseId(id) } })).items,
    }),
    run: verb({
      about: 'Сверяет выводы за день со списком провайдера или с выпиской. Повторять можно.',
      writes: true,
      options: {
        provider: { type: 'string', value: '<имя>', about: 'провайдер, например yookassa', required: true },
        day: { type: 'string', value: '<день>', about: 'день по Москве, например 2026-11-20', required: true },
        statement: {
          type: 'string',
          value: '<файл>',
          about: 'выписка в CSV (docs/banks.md); без неё список провайдера',
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
        'Записывает решение о различии, и тревога о нём прекращается. Другой оператор подтверждает той же командой.',
      takes: '<строка>',
      columns: lineColumns,
    }),
  },
}

function parseId(id: string): number {
  if (!/^[1-9]\d{0,8}$/.test(id))
    throw new UsageError(`«${id}» — не номер сверки. Номера показывает \`reconciliation list\``)
  return Number(id)
}
