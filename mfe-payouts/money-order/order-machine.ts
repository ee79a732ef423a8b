import type { ApiProblem } from '@portal/contracts/api-problem'
import type { MoneyOrder } from '@portal/contracts/new-payout'

/** An order with the one idempotency key of all its attempts. */
export type KeyedOrder = { order: MoneyOrder; key: string }

/** Why the form is open again. `not_created`: the response was lost, and the server has no such order. */
export type Rejection = Pick<ApiProblem, 'code' | 'retry_after'>

/** Confirmed by a passkey instead of a code, so another attempt begins where the passkey is requested. */
type Signed = { isSigned?: true }

/** The first confirmation of an unusual order, which is to be confirmed once more. */
type Again = { again?: 'code' | 'passkey' }

/**
 * The states of an order from a filled form to a created order. `open`: its sheet is on the screen; when the user has
 * closed it while a response is pending, the page shows the progress instead.
 */
export type OrderState =
  | { step: 'editing'; rejection?: Rejection }
  | ({ step: 'confirming'; rejection?: Rejection; order: MoneyOrder } & Again)
  | ({ step: 'coding'; rejection?: Rejection } & Again & KeyedOrder)
  | ({ step: 'sending'; open: boolean } & Again & Signed & KeyedOrder)
  | ({ step: 'checking'; open: boolean; isStalled: boolean } & Again & Signed & KeyedOrder)
  | { step: 'created'; payoutId: string }

export type OrderEvent =
  | { type: 'filled'; order: MoneyOrder }
  | { type: 'confirmed'; key: string }
  | { type: 'dismissed' }
  | { type: 'submitted' }
  | { type: 'signed'; key: string }
  | { type: 'created'; payoutId: string }
  | { type: 'rejected'; rejection: Rejection }
  | { type: 'responseLost' }
  | { type: 'stalled' }
  | { type: 'rechecked' }
  | { type: 'missed' }
  | { type: 'restarted' }

/** What the user can mend by another code, or by sending the same one again, without leaving the step of the code. */
const codeProblems: readonly string[] = [
  'otp_invalid',
  'otp_expired',
  'otp_blocked',
  'otp_too_often',
  'too_often',
  'overloaded',
  'too_many_requests',
  'database_failover',
]

export function isCodeProblem({ code }: Rejection): boolean {
  return codeProblems.includes(code)
}

const passkeyProblems: readonly string[] = [
  'passkey_expired',
  'passkey_invalid',
  'overloaded',
  'too_many_requests',
  'database_failover',
]

/** What the user can mend by signing again. */
export function isPasskeyProblem({ code }: Rejection): boolean {
  return passkeyProblems.includes(code)
}

/** An event that has no meaning in a state changes nothing: the second click of a double click, a late response. */
export function nextState(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'filled':
      // The sheet also offers another method, but not for an order that was confirmed once.
      return state.step === 'editing' || (state.step === 'confirming' && !state.again)
        ? { step: 'confirming', order: event.order }
        : state
    case 'confirmed':
      return state.step === 'confirming' ? { step: 'coding', ...ordered(state), key: event.key } : state
    case 'dismissed':
      if (state.step === 'confirming' || state.step === 'coding') return { step: 'editing' }
      return state.step === 'sending' || state.step === 'checking' ? { ...state, open: false } : state
    case 'submitted':
      return state.step === 'coding' ? { step: 'sending', open: true, ...keyed(state) } : state
    case 'signed':
      return state.step === 'confirming'
        ? { step: 'sending', open: true, isSigned: true, ...ordered(state), key: event.key }
        : state
    case 'created':
      return state.step === 'sending' || state.step === 'checking'
        ? { step: 'created', payoutId: event.payoutId }
        : state
    case 'rejected':
      if (state.step === 'coding')
        return isCodeProblem(event.rejection) ? state : { step: 'editing', rejection: event.rejection }
      if (state.step === 'confirming') return { step: 'editing', rejection: event.rejection }
      if (state.step !== 'sending') return state
      if (state.open && event.rejection.code === 'confirm_again')
        return { step: 'confirming', order: state.order, again: state.isSigned ? 'passkey' : 'code' }
      if (state.open && state.isSigned && isPasskeyProblem(event.rejection))
        return { step: 'confirming', ...ordered(state) }
      return state.open && isCodeProblem(event.rejection)
        ? { step: 'coding', ...keyed(state) }
        : { step: 'editing', rejection: event.rejection }
    case 'responseLost':
      return state.step === 'sending' ? { ...state, step: 'checking', isStalled: false } : state
    case 'stalled':
      return state.step === 'checking' ? { ...state, isStalled: true } : state
    case 'rechecked':
      return state.step === 'checking' ? { ...state, isStalled: false } : state
    case 'missed':
      if (state.step !== 'checking') return state
      if (!state.open) return { step: 'editing', rejection: notCreated }
      return state.isSigned
        ? { step: 'confirming', rejection: notCreated, ...ordered(state) }
        : { step: 'coding', rejection: notCreated, ...keyed(state) }
    case 'restarted':
      return state.step === 'created' || state.step === 'editing' ? { step: 'editing' } : state
  }
}

const notCreated: Rejection = { code: 'not_created' }

/** Returns the state after a reload: an order that was sent is searched for, anything else starts from its form. */
export function stateAfterReload(stored: (KeyedOrder & { sent: boolean }) | null): OrderState {
  return stored?.sent ? { step: 'checking', open: false, isStalled: false, ...keyed(stored) } : { step: 'editing' }
}

function keyed({ key, ...state }: Again & KeyedOrder): Again & KeyedOrder {
  return { key, ...ordered(state) }
}

function ordered({ order, again }: Again & Pick<KeyedOrder, 'order'>): Again & Pick<KeyedOrder, 'order'> {
  return { order, ...(again && { again }) }
}
