import { type Arguments, UsageError } from '@portal/command/declaration'
import * as contract from '@portal/contracts/admin/restaurant'
import { percentOption } from './options.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  external_id: 'внешний id',
  name: 'название',
  bank: 'банк',
  payout_provider: 'провайдер',
  time_zone: 'часовой пояс',
  fee_share: 'доля комиссии',
  employees: 'сотрудников',
  closed_at: 'закрыт',
}

const fields = {
  name: { type: 'string', value: '<текст>', about: 'название' },
  bank: { type: 'string', value: '<текст>', about: 'название банка, его видят люди' },
  provider: {
    type: 'string',
    value: '<имя>',
    about: 'провайдер выплат, например yookassa',
  },
  'time-zone': { type: 'string', value: '<пояс>', about: 'часовой пояс, например Asia/Omsk' },
  'fee-share': { type: 'string', value: '<процент>', about: 'сколько комиссии за вывод платит ресторан, от 0 до 100' },
  'external-id': { type: 'string', value: '<id>', about: 'как ресторан называет платёжный сервис' },
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

const takes = '<ресторан>'

export const restaurant: Noun = {
  about: 'Рестораны. `<ресторан>` — его id или внешний id.',
  verbs: {
    create: verb({
      about:
        'Добавляет ресторан. Если не указать, провайдер будет из настройки BANK, часовой пояс Europe/Moscow, доля комиссии 0.',
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
      about: 'Показывает все рестораны.',
      columns,
      run: async ({ call }) => (await call(contract.listRestaurants)).items,
    }),
    show: verb({
      about: 'Показывает ресторан.',
      takes,
      columns,
      run: ({ call, positionals: [id = ''] }) => call(contract.getRestaurant, { params: { id } }),
    }),
    change: verb({
      about:
        'Меняет название, банк, провайдера, часовой пояс, долю комиссии или внешний id ресторана. `none` убирает провайдера или внешний id. Долю комиссии другой оператор подтверждает той же командой.',
      takes,
      writes: true,
      options: { ...fields, ...optionalReason },
      columns,
      run: ({ call, positionals: [id = ''], values }) => {
        const { reason, ...changed } = toBody(values)
        if (Object.values(changed).every((value) => value === undefined))
          throw new UsageError('Менять нечего: укажите хотя бы один параметр')
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
      about: 'Закрывает ресторан. Войти в него больше нельзя, но сотрудники могут вывести свои деньги.',
      takes,
      columns,
    }),
    reopen: decision(contract.reopenRestaurant, {
      about: 'Снова открывает закрытый ресторан.',
      takes,
      columns,
    }),
  },
}
