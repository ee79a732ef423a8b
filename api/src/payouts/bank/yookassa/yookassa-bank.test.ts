import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listenLocally } from '@portal/command/free-ports'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type BankOrder, type Destination, type SentOrder, UnclearPaymentError } from '../bank.ts'
import { testRemoteBankAdapter } from '../testing/conformance.ts'
import { type Fault, startYookassaDouble, type YookassaDouble } from './double/double.ts'
import { parseKopecks } from './payout.ts'
import { createYookassaBank } from './yookassa-bank.ts'

const sbp = { type: 'sbp', phone: '+79161234567', bankId: '100000000111', bankName: 'Сбербанк' } as const
const card = { type: 'card', issuedBy: 'yookassa', token: 'pt-1', last4: '1234', bankName: 'Т-Банк' } as const

/** Makes only the next call fail. */
function failNext(double: YookassaDouble, fault: Fault): void {
  double.setFault(() => {
    double.setFault(undefined)
    return fault
  })
}

for (const [method, paid, declined] of [
  ['СБП', sbp, { ...sbp, phone: '+79161234502' }],
  ['cards', card, { ...card, token: 'fraud-1' }],
] as [string, Destination, Destination][]) {
  testRemoteBankAdapter(`ЮKassa by ${method}`, async () => {
    const double = await startYookassaDouble({ settlesAfterMs: 20 })
    return {
      bank: createYookassaBank(double.account),
      provider: 'yookassa',
      paid,
      declined,
      restarted: () => createYookassaBank(double.account),
      async paidAmounts(payoutId) {
        const payouts = double.store.search(payoutId).filter(({ status }) => status !== 'canceled')
        return payouts.map(({ amount }) => parseKopecks(amount.value))
      },
      loseNextResponse: () => failNext(double, 'lost_response'),
      cutLine: () => double.setFault(() => 'lost_request'),
      stop: () => double.stop(),
    }
  })
}

const { signal } = new AbortController()
let double: YookassaDouble
let bank: ReturnType<typeof createYookassaBank>
beforeEach(async () => {
  double = await startYookassaDouble({ settlesAfterMs: 0 })
  bank = createYookassaBank(double.account)
  return () => double.stop()
})

const orderTo = (destination: Destination = sbp): BankOrder => ({
  payoutId: randomUUID(),
  provider: 'yookassa',
  amount: 1_000_50,
  destination,
})
const sent = (order: BankOrder, more: Partial<SentOrder> = {}): SentOrder => ({
  ...order,
  sentAt: new Date(),
  reference: null,
  ...more,
})

test('a request has rubles, the phone without a plus, the bank and our id, and nothing else about the user', async () => {
  const { payoutId } = await sendTo(sbp)
  expect(double.store.search(payoutId)).toMatchObject([
    {
      amount: { value: '1000.50', currency: 'RUB' },
      payout_destination: { type: 'sbp', phone: '79161234567', bank_id: '100000000111' },
      metadata: { payout_id: payoutId },
    },
  ])
})

async function sendTo(destination: Destination): Promise<BankOrder> {
  const order = orderTo(destination)
  await bank.send(order, signal)
  return order
}

test('a card is paid by the token of the provider’s form, and never by a token of our vault', async () => {
  await sendTo(card)
  await expect(sendTo({ ...card, issuedBy: 'vault' })).rejects.toThrow('another token')
  expect(double.store.all()).toHaveLength(1)
})

test('the number of a paid СБП payout is that of the operation in the fast payment system', async () => {
  const order = await sendTo(sbp)
  await expect
    .poll(() => bank.status(sent(order), signal))
    .toMatchObject({ status: 'paid', rrn: expect.stringMatching(/^B\d+$/) })
})

test.each<[Fault]>([['lost_request'], ['lost_response'], ['error'], ['error_after'], ['too_many']])(
  'a call that ends by %s throws, and the next attempt pays once',
  async (fault) => {
    const order = orderTo()
    failNext(double, fault)
    await expect(bank.send(order, signal)).rejects.toThrow()
    const status = await bank.status(sent(order), signal)
    if (status.status === 'unknown') await bank.send(order, signal)
    expect(double.store.search(order.payoutId)).toHaveLength(1)
  },
)

test('a call without a response ends with its signal', async () => {
  const order = orderTo()
  failNext(double, 'timeout')
  const waiting = new AbortController()
  const sending = expect(bank.send(order, waiting.signal)).rejects.toThrow()
  await expect.poll(() => double.store.search(order.payoutId)).toHaveLength(1)
  waiting.abort()
  await sending
  expect(await bank.status(sent(order), signal)).toMatchObject({ reference: expect.stringMatching(/^po-/) })
})

test('202 is accepted without a reference, and the payment is found later', async () => {
  const order = orderTo()
  failNext(double, 'processing')
  expect(await bank.send(order, signal)).toEqual({ status: 'accepted' })
  await expect.poll(() => bank.status(sent(order), signal)).toMatchObject({ status: 'paid' })
})

test('a payment that the search does not find yet is not paid twice', async () => {
  const slow = await startYookassaDouble({ settlesAfterMs: 0, searchLagMs: 3_600_000 })
  const late = createYookassaBank(slow.account)
  const order = orderTo()
  failNext(slow, 'lost_response')
  await expect(late.send(order, signal)).rejects.toThrow()
  expect(await late.status(sent(order), signal)).toEqual({ status: 'unknown' })
  await late.send(order, signal)
  expect(slow.store.all()).toHaveLength(1)
  await slow.stop()
})

test('a day after the first attempt the key may mean another payout: nothing is sent any more', async () => {
  const sentAt = new Date(Date.now() - 23 * 60 * 60 * 1000)
  await expect(bank.status(sent(orderTo(), { sentAt }), signal)).rejects.toThrow('first sent a day ago')
  const order = await sendTo(sbp)
  await expect.poll(() => bank.status(sent(order, { sentAt }), signal)).toMatchObject({ status: 'paid' })
})

test('two payouts of the provider for one of ours are no decision', async () => {
  const order = await sendTo(sbp)
  double.store.addForeign({
    amount: { value: '1000.50', currency: 'RUB' },
    payout_token: 'pt-2',
    metadata: { payout_id: order.payoutId },
  })
  await expect(bank.status(sent(order), signal)).rejects.toThrow('2 payouts')
})

test('a payout of another amount or of another order is no decision', async () => {
  const order = await sendTo(sbp)
  const reference = double.store.all()[0]?.id ?? ''
  await expect(bank.status(sent({ ...order, amount: 1_000_51 }, { reference }), signal)).rejects.toThrow(
    'is not payout',
  )
  await expect(bank.status(sent(orderTo(), { reference }), signal)).rejects.toThrow('is not payout')
})

test('a payout with an unknown status is unclear, whichever call it responds to, and is no decision', async () => {
  const order = await sendTo({ ...sbp, phone: '+79161234503' })
  const [payout] = double.store.all()
  if (!payout) throw new Error('not sent')
  Object.assign(payout, { status: 'on_hold' })
  for (const call of [
    () => bank.send(order, signal),
    () => bank.status(sent(order), signal),
    () => bank.status(sent(order, { reference: payout.id }), signal),
  ]) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnclearPaymentError)
    expect(error).toMatchObject({ message: expect.stringMatching(/^the response of ЮKassa cannot be read: .*status$/) })
  }
})

test('a response that is no JSON is a failure of the provider, which its circuit counts', async () => {
  const proxy = createServer((_, response) => response.end('<html></html>'))
  onTestFinished(() => void proxy.close().closeAllConnections())
  const behindProxy = createYookassaBank({ url: await listenLocally(proxy), gatewayId: '1', secretKey: 'secret' })
  for (const call of [() => behindProxy.send(orderTo(), signal), () => behindProxy.status(sent(orderTo()), signal)]) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'ЮKassa responded with no JSON' })
    expect(error).not.toBeInstanceOf(UnclearPaymentError)
  }
})

describe('a response that is an error', () => {
  test.each<[string, Destination, object]>([
    ['a bank that does not take part in СБП', { ...sbp, bankId: '1' }, { reason: 'recipient_check_failed' }],
    ['a token of no card', { ...card, token: 'wrong-1' }, { reason: 'card_invalid' }],
  ])('declines for %s', async (_, destination, decline) => {
    expect(await bank.send(orderTo(destination), signal)).toEqual({ status: 'declined', ...decline })
    expect(double.store.all()).toEqual([])
  })

  test('declines an amount above the limit of the provider', async () => {
    const response = await bank.send({ ...orderTo(), amount: 500_001_00 }, signal)
    expect(response).toEqual({ status: 'declined', reason: 'limit_exceeded' })
  })

  test('is no decline where the key was used for another request', async () => {
    const order = await sendTo(sbp)
    const error = await bank.send({ ...order, amount: 5_00 }, signal).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnclearPaymentError)
    expect(error).toMatchObject({ message: 'ЮKassa responded 400 invalid_request for Idempotence-Key' })
  })

  test('is no decline where a payment that we know is gone: an operator clarifies it', async () => {
    const gone = bank.status(sent(orderTo(), { reference: 'po-gone' }), signal)
    await expect(gone).rejects.toBeInstanceOf(UnclearPaymentError)
  })

  test('is no decline where the account is wrong, and does not have its key', async () => {
    const wrong = createYookassaBank({ ...double.account, secretKey: 'live_another-key' })
    const error = await wrong.send(orderTo(), signal).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'ЮKassa responded 401 invalid_credentials' })
    expect(JSON.stringify(error)).not.toMatch(/another-key|9161234567/)
  })
})

test('an empty account declines, and the balance is known before', async () => {
  expect(await bank.balance?.(signal)).toBe(100_000_000_00)
  double.store.setBalance(1_000_49)
  const order = orderTo()
  expect(await bank.send(order, signal)).toMatchObject({ status: 'declined', reason: 'bank_unavailable' })
  expect(await bank.balance?.(signal)).toBe(1_000_49)
})

test('the adapter lists the members of the fast payment system', async () => {
  expect(await bank.sbpBanks?.(signal)).toContainEqual({ id: '100000000004', name: 'Т-Банк' })
})

test.each<[string, unknown, object | undefined]>([
  [
    'of a payout of ours',
    {
      type: 'notification',
      event: 'payout.succeeded',
      object: { id: 'po-1', metadata: { payout_id: '00000000-0000-4000-8000-000000000001' }, status: 'succeeded' },
    },
    { reference: 'po-1', payoutId: '00000000-0000-4000-8000-000000000001' },
  ],
  [
    'of a payout with metadata of others',
    { type: 'notification', event: 'payout.canceled', object: { id: 'po-2', metadata: { payout_id: 'no' } } },
    { reference: 'po-2', payoutId: null },
  ],
  ['of a payment', { type: 'notification', event: 'payment.succeeded', object: { id: '1' } }, undefined],
  ['without a payment', { hello: 'world' }, undefined],
  ['without a body', null, undefined],
])('a notification %s is read', (_, body, payment) => {
  expect(bank.parseNotification?.(body)).toEqual(payment)
})
