import * as contract from '@portal/contracts/admin/payout'
import { PayoutStatus } from '@portal/contracts/payout'
import { ageText, durationOption, parseChoice, positiveNumber } from './options.ts'
import { decision, type Noun, optionalReason, reason, verb } from './verb.ts'

const takes = '<payout>'

const listColumns = {
  id: 'id',
  age: 'age',
  status: 'status',
  review: 'review',
  amount: 'amount',
  name: 'name',
  'restaurant.name': 'restaurant',
  bank: 'bank',
  attempts: 'attempts',
  last_response: 'last response',
}

const columns = {
  id: 'id',
  number: 'number',
  kind: 'kind',
  status: 'status',
  review: 'review',
  age: 'age',
  amount: 'amount',
  fee: 'fee',
  restaurant_fee: 'restaurant pays',
  net: 'arrives',
  name: 'name',
  'restaurant.name': 'restaurant',
  destination: 'destination',
  provider: 'provider',
  bank: 'bank',
  reference: 'payment',
  rrn: 'rrn',
  reason: 'declined',
  created_at: 'ordered',
  sent_at: 'first sent',
  completed_at: 'completed',
  attempts: 'attempts',
  next_attempt_at: 'next attempt',
  last_response: 'last response',
  last_error: 'last error',
  'decision.outcome': 'decision',
  'decision.state': 'its state',
  'decision.proposed_by': 'proposed by',
  'decision.confirmed_by': 'confirmed by',
  'decision.effective_at': 'effective from',
  'decision.reason': 'because',
  employee_id: 'employee',
  user_id: 'user',
}

const callColumns = {
  at: 'at',
  attempt: 'attempt',
  by: 'by',
  call: 'call',
  response: 'response',
  ms: 'ms',
  reference: 'payment',
  rrn: 'rrn',
  detail: 'detail',
}

const outcomes = contract.PayoutDecision.shape.outcome

const withAge = (payout: contract.PayoutRecord) => ({ ...payout, age: ageText(payout.age_seconds) })

export const payout: Noun = {
  about: 'Withdrawals and transfers.',
  verbs: {
    list: verb({
      about: 'Lists withdrawals and transfers, newest first. With --stuck, oldest first.',
      options: {
        stuck: {
          type: 'boolean',
          about: 'only those unfinished for ten minutes, or for --age, and not held for review',
        },
        proposed: { type: 'boolean', about: 'only those with a decision that is not booked yet' },
        age: { type: 'string', value: '<time>', about: 'only those that are at least this old: 30m, 2h, 3d' },
        status: { type: 'string', value: '<status>', about: `one of ${PayoutStatus.options.join(', ')}` },
        employee: { type: 'string', value: '<employee>', about: 'only those of this employee' },
        user: { type: 'string', value: '<user>', about: 'only those of this user, at all restaurants' },
        limit: { type: 'string', value: '<number>', about: 'up to 1000; default: 100' },
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
      about: 'Shows a withdrawal or a transfer.',
      takes,
      columns,
      run: async ({ call, positionals: [id = ''] }) =>
        withAge(await call(contract.showPayoutRecord, { params: { id } })),
    }),
    attempts: verb({
      about: 'Lists the calls to the bank about a withdrawal with the responses, newest first.',
      takes,
      columns: callColumns,
      run: async ({ call, positionals: [id = ''] }) => (await call(contract.listPayoutCalls, { params: { id } })).items,
    }),
    ask: verb({
      about: 'Asks the bank for the status of a withdrawal immediately, and books what the bank has decided.',
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
      about:
        'Decides about a withdrawal that its bank does not decide. Above the limit, another operator must confirm it with the same command.',
      takes,
      writes: true,
      options: {
        as: { type: 'string', value: '<outcome>', about: `one of ${outcomes.options.join(', ')}`, required: true },
        rrn: { type: 'string', value: '<number>', about: 'the number of the payment at the recipient’s bank' },
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
      about: 'Retracts a decision that is not booked yet. The withdrawal is then sent again.',
      takes,
      writes: true,
      options: reason,
      columns,
      run: async ({ call, positionals: [id = ''], values: { reason } }) =>
        withAge(await call(contract.retractPayoutDecision, { params: { id }, body: { reason } })),
    }),
    release: decision(contract.releasePayout, {
      about:
        'Releases a payout that is held for review. Above the limit, another operator must confirm it with the same command.',
      takes,
    }),
    reject: decision(contract.rejectPayout, {
      about: 'Rejects a payout that is held for review. The money returns to the balance.',
      takes,
    }),
  },
}

function noteResponse(note: (line: string) => void, call: contract.PayoutCall | null): void {
  if (call) note(`The bank responds: ${call.response}${call.detail === null ? '' : `, ${call.detail}`}`)
}

function stateText({ status, decision }: contract.PayoutRecord): string {
  if (decision?.state === 'done') return `Booked: ${decision.outcome}.`
  if (decision?.state !== 'open') return `The bank has decided: the withdrawal is ${status}.`
  const time = new Date(decision.effective_at)
  const isEarly = time > new Date()
  if (!isEarly) return 'Proposed. Another operator must confirm it with the same command.'
  const who = decision.confirmed_by === null ? '; above the limit, another operator must do so' : ''
  return `Proposed. Repeat the command after ${time.toLocaleTimeString('ru-RU')}${who}.`
}

function isDecidedByBank({ status, decision }: contract.PayoutRecord): boolean {
  return (status === 'succeeded' || status === 'canceled') && decision?.state !== 'done'
}
