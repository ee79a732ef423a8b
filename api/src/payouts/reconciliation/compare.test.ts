import { expect, test } from 'vitest'
import type { ListedPayment } from '../bank/bank.ts'
import { compare, type OurPayout } from './compare.ts'

const payout: OurPayout = { id: 'a', amount: 985_00, status: 'paid', isOfPeriod: true }
const today = new Date('2026-11-20T12:00:00+03:00')
const payment: ListedPayment = { reference: 'po-1', payoutId: 'a', amount: 985_00, status: 'paid', createdAt: today }
const isOfPeriod = ({ createdAt }: ListedPayment) => createdAt <= today
const later = new Date('2026-11-21T00:10:00+03:00')

const findDifferences = (payouts: OurPayout[], payments: ListedPayment[]) =>
  compare({ payouts, payments, isOfPeriod }).map(({ kind, payoutId, reference }) => [kind, payoutId, reference])

test.each<[string, OurPayout[], ListedPayment[]]>([
  ['a paid payout', [payout], [payment]],
  ['a declined one', [{ ...payout, status: 'declined' }], [{ ...payment, status: 'declined' }]],
  ['one that neither side has decided', [{ ...payout, status: 'accepted' }], [{ ...payment, status: 'accepted' }]],
  ['one whose status we have not requested yet', [{ ...payout, status: 'accepted' }], [payment]],
  ['one of ours that the provider has not decided', [payout], [{ ...payment, status: 'accepted' }]],
  ['one that was sent in the evening and arrived the day after', [payout], [{ ...payment, createdAt: later }]],
  ['one of the evening before, which arrived today', [{ ...payout, isOfPeriod: false }], [payment]],
  [
    'one that was declined first and paid then',
    [payout],
    [{ ...payment, reference: 'po-0', status: 'declined' }, payment],
  ],
  ['an unfinished one that the provider does not have', [{ ...payout, status: 'accepted' }], []],
  ['one that we declined without a payment', [{ ...payout, status: 'declined' }], []],
  ['a declined payment of others', [], [{ ...payment, payoutId: null, status: 'declined' }]],
  ['a payment of others of another day', [], [{ ...payment, payoutId: null, createdAt: later }]],
  ['one that the list has twice', [payout], [payment, { ...payment }]],
  ['one that was decided between two pages', [payout], [payment, { ...payment, status: 'accepted' }]],
  ['nothing', [], []],
])('no difference: %s', (_, payouts, payments) => {
  expect(findDifferences(payouts, payments)).toEqual([])
})

test.each<[string, OurPayout[], ListedPayment[], unknown[]]>([
  ['missing: we have paid it, and the provider has no payment', [payout], [], ['missing', 'a', null]],
  ['foreign: a payment that names no payout', [], [{ ...payment, payoutId: null }], ['foreign', null, 'po-1']],
  [
    'foreign: a payment of a payout that does not exist',
    [],
    [{ ...payment, payoutId: 'b' }],
    ['foreign', null, 'po-1'],
  ],
  ['doubled: a second payment', [payout], [payment, { ...payment, reference: 'po-2' }], ['doubled', 'a', 'po-2']],
  [
    'doubled: also while it is on its way',
    [payout],
    [payment, { ...payment, reference: 'po-2', status: 'accepted' }],
    ['doubled', 'a', 'po-2'],
  ],
  ['amount: a kopeck less', [payout], [{ ...payment, amount: 984_99 }], ['amount', 'a', 'po-1']],
  [
    'status: we returned the money, the provider paid',
    [{ ...payout, status: 'declined' }],
    [payment],
    ['status', 'a', 'po-1'],
  ],
  [
    'status: we have paid it, the provider declined',
    [payout],
    [{ ...payment, status: 'declined' }],
    ['status', 'a', 'po-1'],
  ],
  [
    'foreign: once, where the list has it twice',
    [],
    [
      { ...payment, payoutId: null },
      { ...payment, payoutId: null },
    ],
    ['foreign', null, 'po-1'],
  ],
  [
    'foreign: once, where its copies have different amounts',
    [],
    [
      { ...payment, payoutId: null },
      { ...payment, payoutId: null, amount: 1 },
    ],
    ['foreign', null, 'po-1'],
  ],
  [
    'doubled: the later payment, in whichever order they are listed',
    [payout],
    [
      { ...payment, reference: 'po-0' },
      { ...payment, createdAt: new Date('2026-11-20T11:00:00+03:00') },
    ],
    ['doubled', 'a', 'po-0'],
  ],
  [
    'amount: one of two copies has another',
    [payout],
    [payment, { ...payment, amount: 984_99 }],
    ['amount', 'a', 'po-1'],
  ],
  [
    'status: one of two copies is declined',
    [payout],
    [payment, { ...payment, status: 'declined' }],
    ['status', 'a', 'po-1'],
  ],
  [
    'status: one of two copies of what we returned is paid',
    [{ ...payout, status: 'declined' }],
    [{ ...payment, status: 'declined' }, payment],
    ['status', 'a', 'po-1'],
  ],
])('%s', (_, payouts, payments, difference) => {
  expect(findDifferences(payouts, payments)).toEqual([difference])
})
