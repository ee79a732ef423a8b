import * as contract from '@portal/contracts/admin/payout'
import { PayoutStatus } from '@portal/contracts/payout'
import { ageText, durationOption, parseChoice, positiveNumber } from './options.ts'
import { decision, type Noun, optionalReason, reason, verb } from './verb.ts'

const takes = '<вывод>'

const listColumns = {
  id: 'id',
  age: 'прошло',
  status: 'статус',
  review: 'проверка',
  amount: 'сумма',
  name: 'имя',
  'restaurant.name': 'ресторан',
  bank: 'банк',
  attempts: 'попыток',
  last_response: 'последний ответ',
}

const columns = {
  id: 'id',
  number: 'номер заявки',
  kind: 'вид',
  status: 'статус',
  review: 'проверка',
  age: 'прошло',
  amount: 'сумма',
  fee: 'комиссия',
  restaurant_fee: 'платит ресторан',
  net: 'придёт',
  name: 'имя',
  'restaurant.name': 'ресторан',
  destination: 'куда',
  provider: 'провайдер',
  bank: 'банк',
  reference: 'платёж',
  rrn: 'rrn',
  reason: 'причина отказа',
  created_at: 'создан',
  sent_at: 'впервые отправлен',
  completed_at: 'завершён',
  attempts: 'попыток',
  next_attempt_at: 'следующая попытка',
  last_response: 'последний ответ',
  last_error: 'последняя ошибка',
  'decision.outcome': 'решение',
  'decision.state': 'состояние решения',
  'decision.proposed_by': 'предложил',
  'decision.confirmed_by': 'подтвердил',
  'decision.effective_at': 'можно записать с',
  'decision.reason': 'причина решения',
  employee_id: 'id сотрудника',
  user_id: 'id человека',
}

const callColumns = {
  at: 'когда',
  attempt: 'попытка',
  by: 'кто спросил',
  call: 'запрос',
  response: 'ответ',
  ms: 'мс',
  reference: 'платёж',
  rrn: 'rrn',
  detail: 'подробности',
}

const outcomes = contract.PayoutDecision.shape.outcome

const withAge = (payout: contract.PayoutRecord) => ({ ...payout, age: ageText(payout.age_seconds) })

export const payout: Noun = {
  about: 'Выводы и переводы.',
  verbs: {
    list: verb({
      about: 'Показывает выводы и переводы, начиная с новых. С --stuck сначала старые.',
      options: {
        stuck: {
          type: 'boolean',
          about: 'только не завершённые за десять минут или за --age и не придержанные',
        },
        proposed: { type: 'boolean', about: 'только с решением, которое ещё не записано' },
        age: { type: 'string', value: '<время>', about: 'только те, с которых прошло не меньше: 30m, 2h, 3d' },
        status: { type: 'string', value: '<статус>', about: `одно из ${PayoutStatus.options.join(', ')}` },
        employee: { type: 'string', value: '<сотрудник>', about: 'только этого сотрудника' },
        user: { type: 'string', value: '<id>', about: 'только этого человека, во всех ресторанах' },
        limit: { type: 'string', value: '<число>', about: 'сколько строк, до 1000; без него 100' },
      },
      columns: listColumns,
      run: async ({ call, values: { stuck, proposed, age, status, employee, user, limit } }) => {
        const query = {
          stuck: stuck ? ('yes' as const) : undefined,
          proposed: proposed ? ('yes' as const) : undefined,
          age: age === undefined ? undefined : durationOption('age', age),
          status: status === undefined ? undefined : parseChoice('status', PayoutStatus.options, status),
          employee,
          user,
          limit: positiveNumber('limit', limit),
        }
        return (await call(contract.listPayoutRecords, { query })).items.map(withAge)
      },
    }),
    show: verb({
      about: 'Показывает вывод или перевод.',
      takes,
      columns,
      run: async ({ call, positionals: [id = ''] }) =>
        withAge(await call(contract.showPayoutRecord, { params: { id } })),
    }),
    attempts: verb({
      about: 'Показывает, что спросили у банка о выводе и что он ответил, начиная с новых.',
      takes,
      columns: callColumns,
      run: async ({ call, positionals: [id = ''] }) => (await call(contract.listPayoutCalls, { params: { id } })).items,
    }),
    ask: verb({
      about: 'Спрашивает банк о выводе прямо сейчас и записывает, что он решил.',
      takes,
      writes: true,
      options: optionalReason,
      columns,
      run: async ({ call, note, positionals: [id = ''], values: { reason } }) => {
        const { call: made, payout } = await call(contract.askAboutPayout, { params: { id }, body: { reason } })
        noteResponse(note, made)
        return withAge(payout)
      },
    }),
    decide: verb({
      about: 'Решает о выводе, о котором банк молчит. Больше лимита другой оператор подтверждает той же командой.',
      takes,
      writes: true,
      options: {
        as: {
          type: 'string',
          value: '<решение>',
          about: 'paid: банк деньги отправил; returned: не отправил, они вернутся на баланс',
          required: true,
        },
        rrn: { type: 'string', value: '<номер>', about: 'номер операции в банке получателя' },
        ...reason,
      },
      columns,
      fails: (payout) => isDecidedByBank(payout as contract.PayoutRecord),
      run: async ({ call, note, positionals: [id = ''], values: { as, rrn, reason } }) => {
        const body = { outcome: parseChoice('as', outcomes.options, as), rrn, reason }
        const { call: made, payout } = await call(contract.decideAboutPayout, { params: { id }, body })
        noteResponse(note, made)
        note(stateText(payout))
        return withAge(payout)
      },
    }),
    retract: verb({
      about: 'Отзывает решение, пока оно не записано. Вывод снова пойдёт в банк.',
      takes,
      writes: true,
      options: reason,
      columns,
      run: async ({ call, positionals: [id = ''], values: { reason } }) =>
        withAge(await call(contract.retractPayoutDecision, { params: { id }, body: { reason } })),
    }),
    release: decision(contract.releasePayout, {
      about: 'Отпускает придержанный вывод. Больше лимита другой оператор подтверждает той же командой.',
      takes,
    }),
    reject: decision(contract.rejectPayout, {
      about: 'Отклоняет придержанный вывод. Деньги вернутся на баланс.',
      takes,
    }),
  },
}

function noteResponse(note: (line: string) => void, call: contract.PayoutCall | null): void {
  if (call) note(`Ответ банка: ${call.response}${call.detail === null ? '' : `, ${call.detail}`}`)
}

function stateText({ status, decision }: contract.PayoutRecord): string {
  if (decision?.state === 'done') return `Записано: ${decision.outcome}.`
  if (decision?.state !== 'open') return `Решил банк: вывод ${status}.`
  const time = new Date(decision.effective_at)
  const isEarly = time > new Date()
  const when = isEarly ? ` после ${time.toLocaleTimeString('ru-RU')}` : ''
  const who = decision.confirmed_by === null ? ' Если сумма больше лимита, это должен сделать другой оператор.' : ''
  return `Предложено. Повторите команду${when}.${who}`
}

function isDecidedByBank({ status, decision }: contract.PayoutRecord): boolean {
  return (status === 'succeeded' || status === 'canceled') && decision?.state !== 'done'
}
