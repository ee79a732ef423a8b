import { createPayout } from '@portal/contracts/new-payout'
import type { Payout } from '@portal/contracts/payout'
import { acceptedPayout as payout } from '@portal/shared/testing/accepted-payout'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendOrder } from './send-order.ts'

const order = { kind: 'payout', rest_id: 'r1', binding_id: 'b1', amount: 500, code: '123456' } as const

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})
afterEach(() => {
  expect(new Set(keys).size).toBe(1)
})

const networkError = new NetworkError()
const badGateway = new ProblemResponse(502, 'bad_gateway')
const wrongCode = new ProblemResponse(422, 'otp_invalid')
let keys: (string | undefined)[] = []

/** What came of an order whose attempts end like this, and how many there were. */
async function outcome(...ends: (Error | Payout)[]) {
  keys = []
  stub(createPayout, ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    const end = ends[keys.length - 1] ?? badGateway
    if (end instanceof Error) throw end
    return end
  })
  const sent = sendOrder(order, 'key').then(
    (result) => (result === 'unknown' ? result : result.id),
    (cause) => cause.code,
  )
  await vi.runAllTimersAsync()
  return [await sent, keys.length]
}

test.each([
  ['a response', [payout], ['p1', 1]],
  ['no response, then one', [networkError, payout], ['p1', 2]],
  ['no response in time, then one', [new DOMException('', 'TimeoutError'), payout], ['p1', 2]],
  ['a server that died, then another', [badGateway, payout], ['p1', 2]],
  ['an overloaded server, then another', [new ProblemResponse(503, 'overloaded'), payout], ['p1', 2]],
  ['a server that stays overloaded', Array(3).fill(new ProblemResponse(503, 'overloaded')), ['overloaded', 3]],
  ['no response twice', [networkError, networkError], ['unknown', 2]],
  ['a rejection', [wrongCode], ['otp_invalid', 1]],
  ['a rejection of the second attempt: the first may have arrived', [networkError, wrongCode], ['unknown', 2]],
  [
    'a rejection of both, whose proof is used up',
    [networkError, new ProblemResponse(422, 'confirm_again')],
    ['confirm_again', 2],
  ],
  ['one that is still running', [new ProblemResponse(409, 'in_progress')], ['unknown', 1]],
  ['an error of the server’s own', [new ProblemResponse(500, 'internal_error')], ['unknown', 1]],
  ['a key that has made another order', [new ProblemResponse(422, 'idempotency_key_reused')], ['unknown', 1]],
])('%s', async (_, ends, expected) => {
  expect(await outcome(...ends)).toEqual(expected)
})
