import { cutText } from '@portal/contracts/characters'
import { withoutCardNumbers } from '@portal/contracts/free-text'
import { traced } from '../../tracing/tracing.ts'
import type { Bank, BankResponse, SentOrder } from '../bank/bank.ts'

/** A request to a bank, or its own report (`callback`), with the response. `none`: the call threw. */
export type BankCall = {
  call: 'send' | 'status' | 'callback'
  response: (BankResponse | { status: 'unknown' })['status'] | 'none'
  ms: number
  reference?: string
  rrn?: string
  reason?: string
  /** The reason why the response is missing. */
  error?: string
}

const MAX_ERROR_LENGTH = 300

/**
 * Calls the bank and adds the call to the list, with its response as soon as there is one. @throws what the bank threw,
 * or the reason of the signal, after which the payment is unknown
 */
export async function callBank<Name extends 'send' | 'status'>(
  bank: Bank,
  name: Name,
  { order, calls, signal }: { order: SentOrder; calls: BankCall[]; signal: AbortSignal },
): Promise<Awaited<ReturnType<Bank[Name]>>> {
  const started = performance.now()
  const call: BankCall = { call: name, response: 'none', ms: 0 }
  calls.push(call)
  try {
    const options = { scope: 'bank', kind: 'client', attributes: { 'payout.id': order.payoutId } } as const
    const response = await untilAborted(signal, () => traced(`bank ${name}`, options, () => bank[name](order, signal)))
    Object.assign(call, toParts(response))
    return response as Awaited<ReturnType<Bank[Name]>>
  } catch (error) {
    call.error = errorText(error)
    throw error
  } finally {
    call.ms = Math.round(performance.now() - started)
  }
}

/** The call of a bank that reports a decision by itself. */
export function toCallback(response: BankResponse): BankCall {
  return { call: 'callback', ms: 0, ...toParts(response) }
}

/** Without the digits of the card. */
function toParts({ status, ...parts }: BankResponse | { status: 'unknown' }): Omit<BankCall, 'call' | 'ms'> {
  const { card: _, ...recorded } = { card: undefined, ...parts }
  return { response: status, ...recorded }
}

/** Adapters leave out secrets and phones; what an adapter overlooks is masked, since every operator reads it. */
function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return cutText(withoutCardNumbers(text).replace(/\+?7\d{10}(?!\d)/g, '[phone]'), MAX_ERROR_LENGTH)
}

/**
 * Rejects when the signal aborts, even if the adapter of the bank does not listen to it.
 * Does not call the bank if it is aborted already.
 */
async function untilAborted<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, call()])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
