import { describe, expect, test } from 'vitest'
import { nextState, type OrderEvent, type OrderState, stateAfterReload } from './order-machine.ts'

const order = { kind: 'payout', rest_id: 'r1', binding_id: 'b1', amount: 500 } as const
const keyed = { order, key: 'k1' }
const wrongCode = { code: 'otp_invalid' }
const lateSignature = { code: 'passkey_expired' }
const tooPoor = { code: 'insufficient_funds' }
const unusual = { code: 'confirm_again' }
const notCreated = { code: 'not_created' }

const editing: OrderState = { step: 'editing' }
const confirming: OrderState = { step: 'confirming', order }
const coding: OrderState = { step: 'coding', ...keyed }
const sending: OrderState = { step: 'sending', open: true, ...keyed }
const sendingAside: OrderState = { ...sending, open: false }
const checking: OrderState = { step: 'checking', open: true, stalled: false, ...keyed }
const checkingAside: OrderState = { ...checking, open: false }
const stalled: OrderState = { ...checking, stalled: true }
const signing: OrderState = { ...sending, signed: true }
const signingAside: OrderState = { ...signing, open: false }
const checkingSigned: OrderState = { ...checking, signed: true }
const confirmingAgain: OrderState = { ...confirming, again: 'code' }
const codingAgain: OrderState = { ...coding, again: 'code' }
const sendingAgain: OrderState = { ...sending, again: 'code' }
const created: OrderState = { step: 'created', payoutId: 'p1' }

const states = {
  ...{ editing, confirming, coding, sending, sendingAside, checking, checkingAside, stalled, created },
  ...{ signing, signingAside, checkingSigned },
  ...{ confirmingAgain, codingAgain, sendingAgain },
}
type Name = keyof typeof states

const events: Record<string, OrderEvent> = {
  asked: { type: 'asked', order },
  confirmed: { type: 'confirmed', key: 'k1' },
  dismissed: { type: 'dismissed' },
  submitted: { type: 'submitted' },
  signed: { type: 'signed', key: 'k1' },
  created: { type: 'created', payoutId: 'p1' },
  'refused for the signature': { type: 'refused', refusal: lateSignature },
  'refused for the code': { type: 'refused', refusal: wrongCode },
  'refused for the money': { type: 'refused', refusal: tooPoor },
  'to be confirmed again': { type: 'refused', refusal: unusual },
  lost: { type: 'lost' },
  stalled: { type: 'stalled' },
  rechecked: { type: 'rechecked' },
  missed: { type: 'missed' },
  restarted: { type: 'restarted' },
}

/** Every move there is; a pair that is not here leaves the state as it was. */
const moves: Record<string, Partial<Record<Name, OrderState>>> = {
  asked: { editing: confirming },
  confirmed: { confirming: coding, confirmingAgain: codingAgain },
  dismissed: {
    confirming: editing,
    coding: editing,
    sending: sendingAside,
    sendingAside,
    checking: checkingAside,
    checkingAside,
    stalled: { ...stalled, open: false },
    signing: signingAside,
    signingAside,
    checkingSigned: { ...checkingSigned, open: false },
    confirmingAgain: editing,
    codingAgain: editing,
    sendingAgain: { ...sendingAgain, open: false },
  },
  submitted: { coding: sending, codingAgain: sendingAgain },
  signed: { confirming: signing, confirmingAgain: { ...signing, again: 'code' } },
  created: {
    ...{ sending: created, sendingAside: created, checking: created, checkingAside: created, stalled: created },
    ...{ signing: created, signingAside: created, checkingSigned: created, sendingAgain: created },
  },
  'to be confirmed again': {
    confirming: { step: 'editing', refusal: unusual },
    coding: { step: 'editing', refusal: unusual },
    sending: confirmingAgain,
    sendingAside: { step: 'editing', refusal: unusual },
    signing: { ...confirming, again: 'passkey' },
    signingAside: { step: 'editing', refusal: unusual },
    confirmingAgain: { step: 'editing', refusal: unusual },
    codingAgain: { step: 'editing', refusal: unusual },
    sendingAgain: confirmingAgain,
  },
  'refused for the code': {
    confirmingAgain: { step: 'editing', refusal: wrongCode },
    sendingAgain: codingAgain,
    confirming: { step: 'editing', refusal: wrongCode },
    sending: coding,
    sendingAside: { step: 'editing', refusal: wrongCode },
    signing: coding,
    signingAside: { step: 'editing', refusal: wrongCode },
  },
  'refused for the signature': {
    confirmingAgain: { step: 'editing', refusal: lateSignature },
    codingAgain: { step: 'editing', refusal: lateSignature },
    sendingAgain: { step: 'editing', refusal: lateSignature },
    confirming: { step: 'editing', refusal: lateSignature },
    coding: { step: 'editing', refusal: lateSignature },
    sending: { step: 'editing', refusal: lateSignature },
    sendingAside: { step: 'editing', refusal: lateSignature },
    signing: confirming,
    signingAside: { step: 'editing', refusal: lateSignature },
  },
  'refused for the money': {
    confirmingAgain: { step: 'editing', refusal: tooPoor },
    codingAgain: { step: 'editing', refusal: tooPoor },
    sendingAgain: { step: 'editing', refusal: tooPoor },
    confirming: { step: 'editing', refusal: tooPoor },
    signing: { step: 'editing', refusal: tooPoor },
    signingAside: { step: 'editing', refusal: tooPoor },
    coding: { step: 'editing', refusal: tooPoor },
    sending: { step: 'editing', refusal: tooPoor },
    sendingAside: { step: 'editing', refusal: tooPoor },
  },
  lost: {
    sending: checking,
    sendingAgain: { ...checking, again: 'code' },
    sendingAside: checkingAside,
    signing: checkingSigned,
    signingAside: { ...checkingSigned, open: false },
  },
  stalled: {
    checking: stalled,
    checkingAside: { ...stalled, open: false },
    stalled,
    checkingSigned: { ...checkingSigned, stalled: true },
  },
  rechecked: { stalled: checking, checking, checkingAside },
  missed: {
    checking: { ...coding, refusal: notCreated },
    stalled: { ...coding, refusal: notCreated },
    checkingAside: { step: 'editing', refusal: notCreated },
    checkingSigned: { ...confirming, refusal: notCreated },
  },
  restarted: { created: editing },
}

describe.each(Object.entries(events))('%s', (name, event) => {
  test.each(Object.keys(states) as Name[])('in %s', (from) => {
    expect(nextState(states[from], event)).toEqual(moves[name]?.[from] ?? states[from])
  })
})

test('the key of an order never changes on its way', () => {
  const way: OrderEvent[] = [{ type: 'submitted' }, { type: 'lost' }, { type: 'missed' }, { type: 'submitted' }]
  expect(way.reduce(nextState, coding)).toMatchObject({ step: 'sending', key: 'k1' })
})

describe('after a reload', () => {
  test.each([
    ['nothing kept → the form', null, editing],
    ['confirmed, not sent → the form', { ...keyed, sent: false }, editing],
    ['sent → ask whether it arrived', { ...keyed, sent: true }, checkingAside],
  ])('%s', (_, kept, expected) => {
    expect(stateAfterReload(kept)).toEqual(expected)
  })
})
