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
const rejected: OrderState = { step: 'editing', rejection: tooPoor }
const confirming: OrderState = { step: 'confirming', order }
const coding: OrderState = { step: 'coding', ...keyed }
const sending: OrderState = { step: 'sending', open: true, ...keyed }
const sendingAside: OrderState = { ...sending, open: false }
const checking: OrderState = { step: 'checking', open: true, isStalled: false, ...keyed }
const checkingAside: OrderState = { ...checking, open: false }
const stalled: OrderState = { ...checking, isStalled: true }
const signing: OrderState = { ...sending, isSigned: true }
const signingAside: OrderState = { ...signing, open: false }
const checkingSigned: OrderState = { ...checking, isSigned: true }
const confirmingAgain: OrderState = { ...confirming, again: 'code' }
const codingAgain: OrderState = { ...coding, again: 'code' }
const sendingAgain: OrderState = { ...sending, again: 'code' }
const created: OrderState = { step: 'created', payoutId: 'p1' }

const states = {
  ...{ editing, rejected, confirming, coding, sending, sendingAside, checking, checkingAside, stalled, created },
  ...{ signing, signingAside, checkingSigned },
  ...{ confirmingAgain, codingAgain, sendingAgain },
}
type Name = keyof typeof states

const events: Record<string, OrderEvent> = {
  filled: { type: 'filled', order },
  confirmed: { type: 'confirmed', key: 'k1' },
  dismissed: { type: 'dismissed' },
  submitted: { type: 'submitted' },
  signed: { type: 'signed', key: 'k1' },
  created: { type: 'created', payoutId: 'p1' },
  'rejected for the signature': { type: 'rejected', rejection: lateSignature },
  'rejected for the code': { type: 'rejected', rejection: wrongCode },
  'rejected for the money': { type: 'rejected', rejection: tooPoor },
  'to be confirmed again': { type: 'rejected', rejection: unusual },
  responseLost: { type: 'responseLost' },
  stalled: { type: 'stalled' },
  rechecked: { type: 'rechecked' },
  missed: { type: 'missed' },
  restarted: { type: 'restarted' },
}

/** Every move there is; a pair that is not here leaves the state as it was. */
const moves: Record<string, Partial<Record<Name, OrderState>>> = {
  filled: { editing: confirming, rejected: confirming },
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
    confirming: { step: 'editing', rejection: unusual },
    coding: { step: 'editing', rejection: unusual },
    sending: confirmingAgain,
    sendingAside: { step: 'editing', rejection: unusual },
    signing: { ...confirming, again: 'passkey' },
    signingAside: { step: 'editing', rejection: unusual },
    confirmingAgain: { step: 'editing', rejection: unusual },
    codingAgain: { step: 'editing', rejection: unusual },
    sendingAgain: confirmingAgain,
  },
  'rejected for the code': {
    confirmingAgain: { step: 'editing', rejection: wrongCode },
    sendingAgain: codingAgain,
    confirming: { step: 'editing', rejection: wrongCode },
    sending: coding,
    sendingAside: { step: 'editing', rejection: wrongCode },
    signing: coding,
    signingAside: { step: 'editing', rejection: wrongCode },
  },
  'rejected for the signature': {
    confirmingAgain: { step: 'editing', rejection: lateSignature },
    codingAgain: { step: 'editing', rejection: lateSignature },
    sendingAgain: { step: 'editing', rejection: lateSignature },
    confirming: { step: 'editing', rejection: lateSignature },
    coding: { step: 'editing', rejection: lateSignature },
    sending: { step: 'editing', rejection: lateSignature },
    sendingAside: { step: 'editing', rejection: lateSignature },
    signing: confirming,
    signingAside: { step: 'editing', rejection: lateSignature },
  },
  'rejected for the money': {
    confirmingAgain: { step: 'editing', rejection: tooPoor },
    codingAgain: { step: 'editing', rejection: tooPoor },
    sendingAgain: { step: 'editing', rejection: tooPoor },
    confirming: { step: 'editing', rejection: tooPoor },
    signing: { step: 'editing', rejection: tooPoor },
    signingAside: { step: 'editing', rejection: tooPoor },
    coding: { step: 'editing', rejection: tooPoor },
    sending: { step: 'editing', rejection: tooPoor },
    sendingAside: { step: 'editing', rejection: tooPoor },
  },
  responseLost: {
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
    checkingSigned: { ...checkingSigned, isStalled: true },
  },
  rechecked: { stalled: checking, checking, checkingAside },
  missed: {
    checking: { ...coding, rejection: notCreated },
    stalled: { ...coding, rejection: notCreated },
    checkingAside: { step: 'editing', rejection: notCreated },
    checkingSigned: { ...confirming, rejection: notCreated },
  },
  restarted: { created: editing, rejected: editing },
}

describe.each(Object.entries(events))('%s', (name, event) => {
  test.each(Object.keys(states) as Name[])('in %s', (from) => {
    expect(nextState(states[from], event)).toEqual(moves[name]?.[from] ?? states[from])
  })
})

test('never changes the key of an order', () => {
  const events: OrderEvent[] = [
    { type: 'submitted' },
    { type: 'responseLost' },
    { type: 'missed' },
    { type: 'submitted' },
  ]
  expect(events.reduce(nextState, coding)).toMatchObject({ step: 'sending', key: 'k1' })
})

describe('after a reload', () => {
  test.each([
    ['nothing stored → the form', null, editing],
    ['confirmed, not sent → the form', { ...keyed, sent: false }, editing],
    ['sent → search whether it arrived', { ...keyed, sent: true }, checkingAside],
  ])('%s', (_, stored, expected) => {
    expect(stateAfterReload(stored)).toEqual(expected)
  })
})
