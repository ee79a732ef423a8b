import { randomUUID } from 'node:crypto'
import { PayoutReason } from '@portal/contracts/payout'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderName } from '../../../settings/providers.ts'
import type { BankOrder, BankResponse, Destination, ListedPayment, ProviderBank, SentOrder } from '../bank.ts'

/** An adapter with a provider that a test may watch and break. */
export type BankUnderTest = {
  bank: ProviderBank
  provider: ProviderName
  /** The destinations whose orders are paid, and those whose orders are declined. */
  paid: Destination
  declined: Destination
  /** Returns a new adapter of this account that remembers nothing, as in another process. */
  restarted(): ProviderBank
  /** Kopecks of each payment that the provider has made or is about to make for a payout. */
  paidAmounts(payoutId: string): Promise<number[]>
  stop(): Promise<void>
}

/** A provider behind a network. */
export type RemoteBankUnderTest = BankUnderTest & {
  /** Lets the next call reach the provider, and its response never the adapter. */
  loseNextResponse(): void
  /** Lets no call reach the provider from now on. */
  cutLine(): void
}

const { signal } = new AbortController()

function orderTo({ provider }: BankUnderTest, destination: Destination, amount = 985_00): BankOrder {
  return { payoutId: randomUUID(), provider, amount, destination }
}

function sent(order: BankOrder, reference: string | null = null): SentOrder {
  return { ...order, sentAt: new Date(), reference }
}

/** Requests the status until the provider has decided. */
async function waitForDecision(bank: ProviderBank, order: BankOrder): Promise<BankResponse> {
  let decision: BankResponse | undefined
  await expect
    .poll(async () => {
      const response = await bank.status(sent(order), signal)
      if (response.status !== 'unknown') decision = response
      return response.status
    })
    .toMatch(/^(paid|declined)$/)
  if (!decision) throw new Error('there is no decision')
  return decision
}

async function collectPayments(
  { payments }: ProviderBank,
  period: { since: Date; until: Date },
): Promise<ListedPayment[]> {
  const list: ListedPayment[] = []
  for await (const payment of payments?.(period, signal) ?? []) list.push(payment)
  return list
}

/** Tests what docs/banks.md requires of every adapter. */
export function testBankAdapter(name: string, start: () => Promise<BankUnderTest>): void {
  describe(`${name} is a conforming adapter`, () => {
    let tested: BankUnderTest
    beforeEach(async () => {
      tested = await start()
    })
    afterEach(() => tested.stop())

    test('an order is paid once, with a number that the recipient’s bank knows', async () => {
      const order = orderTo(tested, tested.paid)
      const first = await tested.bank.send(order, signal)
      expect(['accepted', 'paid']).toContain(first.status)
      expect(await waitForDecision(tested.bank, order)).toMatchObject({
        status: 'paid',
        rrn: expect.stringMatching(/\S{6,}/),
      })
      expect(await tested.paidAmounts(order.payoutId)).toEqual([985_00])
    })

    test('kopecks arrive as they are: the smallest amount, a rounded one and a large one', async () => {
      for (const amount of [100, 1_01, 98_05, 75_000_00]) {
        const order = orderTo(tested, tested.paid, amount)
        await tested.bank.send(order, signal)
        expect(await tested.paidAmounts(order.payoutId)).toEqual([amount])
      }
    })

    test('an order that is sent again, also by ten processes at the same time, is one payment', async () => {
      const order = orderTo(tested, tested.paid)
      await Promise.all(Array.from({ length: 10 }, () => tested.restarted().send(order, signal)))
      await tested.bank.send(order, signal)
      expect(await tested.paidAmounts(order.payoutId)).toEqual([985_00])
    })

    test('an order that was never sent is unknown, and sending it after that pays it', async () => {
      const order = orderTo(tested, tested.paid)
      expect(await tested.bank.status(sent(order), signal)).toEqual({ status: 'unknown' })
      await tested.bank.send(order, signal)
      expect((await waitForDecision(tested.bank, order)).status).toBe('paid')
    })

    test('another process finds a payment without its reference, and with it', async () => {
      const order = orderTo(tested, tested.paid)
      await tested.bank.send(order, signal)
      const found = await waitForDecision(tested.restarted(), order)
      expect(found.status).toBe('paid')
      expect(await tested.restarted().status(sent(order, found.reference ?? null), signal)).toEqual(found)
    })

    test('the reference of a payment never changes', async () => {
      const order = orderTo(tested, tested.paid)
      const first = await tested.bank.send(order, signal)
      const again = await tested.bank.send(order, signal)
      expect([again.reference, (await waitForDecision(tested.bank, order)).reference]).toEqual([
        first.reference,
        first.reference,
      ])
    })

    test('a decline is final, has a reason that users are shown, and moves no money', async () => {
      const order = orderTo(tested, tested.declined)
      await tested.bank.send(order, signal)
      const decision = await waitForDecision(tested.bank, order)
      expect(decision).toMatchObject({ status: 'declined', reason: expect.toBeOneOf([...PayoutReason.options]) })
      expect(await tested.bank.send(order, signal)).toEqual(decision)
      expect(await tested.paidAmounts(order.payoutId)).toEqual([])
    })

    test('a decision does not change when it is requested again', async () => {
      const order = orderTo(tested, tested.paid)
      await tested.bank.send(order, signal)
      const decision = await waitForDecision(tested.bank, order)
      expect(await tested.bank.status(sent(order), signal)).toEqual(decision)
    })

    test('orders of different ids are different payments, also of the same amount to the same recipient', async () => {
      const orders = [orderTo(tested, tested.paid), orderTo(tested, tested.paid)]
      for (const order of orders) await tested.bank.send(order, signal)
      for (const { payoutId } of orders) expect(await tested.paidAmounts(payoutId)).toEqual([985_00])
    })

    test('an order has the same bank each time, whose name is shown to operators', () => {
      const order = orderTo(tested, tested.paid)
      expect(tested.bank.decidingBank(order)).toMatch(/\S/)
      expect(tested.restarted().decidingBank(order)).toBe(tested.bank.decidingBank(order))
    })

    test('the list has each payment once, with its payout and amount, and none from before its period', async () => {
      const since = new Date(Date.now() - 60_000)
      const orders = Array.from({ length: 25 }, (_, index) => orderTo(tested, tested.paid, 100_00 + index))
      for (const order of orders) await tested.bank.send(order, signal)
      const listed = await collectPayments(tested.bank, { since, until: new Date(Date.now() + 60_000) })
      expect(new Map(listed.map(({ payoutId, amount }) => [payoutId, amount]))).toEqual(
        new Map(orders.map(({ payoutId, amount }) => [payoutId, amount])),
      )
      expect(listed).toHaveLength(orders.length)
      expect(new Set(listed.map(({ reference }) => reference)).size).toBe(orders.length)
      expect(await collectPayments(tested.bank, { since: new Date(0), until: since })).toEqual([])
    })
  })
}

/** Tests what docs/banks.md requires of an adapter behind a network, and what a lost call leaves behind. */
export function testRemoteBankAdapter(name: string, start: () => Promise<RemoteBankUnderTest>): void {
  testBankAdapter(name, start)

  describe(`${name} is a conforming adapter behind a network`, () => {
    let tested: RemoteBankUnderTest
    beforeEach(async () => {
      tested = await start()
    })
    afterEach(() => tested.stop())

    test('a lost response leaves the payment unknown: the call throws, and sending again pays once', async () => {
      const order = orderTo(tested, tested.paid)
      tested.loseNextResponse()
      await expect(tested.bank.send(order, signal)).rejects.toThrow()
      await tested.bank.send(order, signal)
      expect((await waitForDecision(tested.bank, order)).status).toBe('paid')
      expect(await tested.paidAmounts(order.payoutId)).toEqual([985_00])
    })

    test('a call that does not reach the provider throws: it is no decline and not unknown', async () => {
      const order = orderTo(tested, tested.paid)
      tested.cutLine()
      await expect(tested.bank.send(order, signal)).rejects.toThrow()
      await expect(tested.bank.status(sent(order), signal)).rejects.toThrow()
    })

    test('a call that was aborted before it began moves no money', async () => {
      const order = orderTo(tested, tested.paid)
      await expect(tested.bank.send(order, AbortSignal.abort())).rejects.toThrow()
      expect(await tested.paidAmounts(order.payoutId)).toEqual([])
    })
  })
}
