import { type Arguments, UsageError } from '@portal/command/declaration'
import * as contract from '@portal/contracts/admin/restaurant'
import { percentOption } from './options.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  external_id: 'external id',
  name: 'name',
  bank: 'bank',
  payout_provider: 'provider',
  time_zone: 'time zone',
  fee_share: 'fee share',
  employees: 'employees',
  closed_at: 'closed',
}

const fields = {
  name: { type: 'string', value: '<text>', about: 'its name' },
  bank: { type: 'string', value: '<text>', about: 'the name of its bank, which users see' },
  provider: {
    type: 'string',
    value: '<name>',
    about: 'the payout provider, such as yookassa',
  },
  'time-zone': { type: 'string', value: '<zone>', about: 'its time zone, such as Asia/Omsk' },
  'fee-share': { type: 'string', value: '<percent>', about: 'its part of the fee of withdrawals, 0 to 100' },
  'external-id': { type: 'string', value: '<id>', about: 'the id of the restaurant in its own systems' },
} as const

type Given = Arguments<typeof fields & typeof optionalReason>['values']

/** Names the options as the API names its fields; the API checks their values. */
function toBody(values: Given) {
  const {
    name,
    bank,
    provider,
    'time-zone': time_zone,
    'fee-share': percent,
    'external-id': external_id,
    reason,
  } = values
  const payout_provider = provider as contract.NewRestaurant['payout_provider']
  const fee_share = percentOption('fee-share', percent)
  return { name, bank, payout_provider, time_zone, fee_share, external_id, reason }
}

const takes = '<restaurant>'

export const restaurant: Noun = {
  about: 'Restaurants. `<restaurant>` is the id, or the external id.',
  verbs: {
    create: verb({
      about:
        'Adds a restaurant to the portal. By default the provider is the one in the setting BANK, the time zone is Europe/Moscow and the fee share is 0.',
      writes: true,
      options: {
        ...fields,
        ...optionalReason,
        name: { ...fields.name, required: true },
        bank: { ...fields.bank, required: true },
      },
      columns,
      run: ({ call, values }) =>
        call(contract.createRestaurant, { body: { ...toBody(values), name: values.name, bank: values.bank } }),
    }),
    list: verb({
      about: 'Lists all restaurants.',
      columns,
      run: async ({ call }) => (await call(contract.listRestaurants)).items,
    }),
    show: verb({
      about: 'Shows a restaurant.',
      takes,
      columns,
      run: ({ call, positionals: [id = ''] }) => call(contract.getRestaurant, { params: { id } }),
    }),
    change: verb({
      about:
        'Changes the name, bank, provider, time zone, fee share or external id of a restaurant. `none` removes a provider or an external id. Another operator must confirm a fee share with the same command.',
      takes,
      writes: true,
      options: { ...fields, ...optionalReason },
      columns,
      run: ({ call, positionals: [id = ''], values }) => {
        const { reason, ...changed } = toBody(values)
        if (Object.values(changed).every((value) => value === undefined))
          throw new UsageError('Nothing is to be changed: give at least one of the options')
        return call(contract.changeRestaurant, {
          params: { id },
          body: {
            ...changed,
            reason,
            ...(values.provider === 'none' && { payout_provider: null }),
            ...(values['external-id'] === 'none' && { external_id: null }),
          },
        })
      },
    }),
    close: decision(contract.closeRestaurant, {
      about: 'Closes a restaurant. Nobody can join it any more, but its employees can still withdraw their balances.',
      takes,
      columns,
    }),
    reopen: decision(contract.reopenRestaurant, {
      about: 'Reopens a closed restaurant.',
      takes,
      columns,
    }),
  },
}
