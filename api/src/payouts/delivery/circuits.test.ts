import { beforeEach, expect, test } from 'vitest'
import type { Bank, SentOrder } from '../bank/bank.ts'
import { type BankCall, callBank } from './bank-call.ts'
import { BankCircuits } from './circuits.ts'

let time: number
let events: string[]
let circuits: BankCircuits

beforeEach(() => {
  time = 0
  events = []
  circuits = new BankCircuits({
    now: () => time,
    onOpen: (key) => events.push(`${key} opens`),
    onClose: (key) => events.push(`${key} closes`),
    isFailure: (error) => error !== 'unclear',
  })
})

async function fail(key = 'bank', times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    await circuits.run(key, () => Promise.reject(new Error('timeout'))).catch(() => {})
  }
}

async function succeed(key = 'bank'): Promise<void> {
  await circuits.run(key, () => Promise.resolve())
}

test('five failures in a row block only the calls of this bank', async () => {
  await fail('bank', 4)
  expect(circuits.blocked()).toEqual([])
  await fail()
  await fail('other')
  expect(circuits.blocked()).toEqual(['bank'])
  expect(events).toEqual(['bank opens'])
})

test('a success in between resets the count', async () => {
  await fail('bank', 4)
  await succeed()
  await fail('bank', 4)
  expect(circuits.blocked()).toEqual([])
})

test('an error that says nothing about the bank is thrown, does not count, and closes an open circuit', async () => {
  const unclear = () => circuits.run('bank', () => Promise.reject('unclear'))
  await fail('bank', 4)
  await expect(unclear()).rejects.toBe('unclear')
  await fail('bank', 4)
  expect(circuits.blocked()).toEqual([])
  await fail()
  time = 5_000
  await expect(unclear()).rejects.toBe('unclear')
  expect(events).toEqual(['bank opens', 'bank closes'])
})

test('an open circuit lets one probe pass after the delay, and its success closes the circuit', async () => {
  await fail('bank', 5)
  time = 4_999
  expect(circuits.blocked()).toEqual(['bank'])
  time = 5_000
  expect(circuits.blocked()).toEqual([])
  const { promise, resolve } = Promise.withResolvers<void>()
  const probe = circuits.run('bank', () => promise)
  expect(circuits.blocked()).toEqual(['bank'])
  resolve()
  await probe
  expect(circuits.blocked()).toEqual([])
  await fail('bank', 4)
  expect(circuits.blocked()).toEqual([])
  expect(events).toEqual(['bank opens', 'bank closes'])
})

test('each failed probe doubles the delay, up to a minute', async () => {
  await fail('bank', 5)
  const delays: number[] = []
  for (let n = 0; n < 6; n++) {
    const openedAt = time
    while (circuits.blocked().length > 0) time += 1_000
    delays.push((time - openedAt) / 1_000)
    await fail()
  }
  expect(delays).toEqual([5, 10, 20, 40, 60, 60])
  expect(events).toEqual(['bank opens'])
})

test('failures of calls that were under way when the circuit opened do not delay the probe', async () => {
  const calls = Promise.withResolvers<void>()
  const late = Array.from({ length: 16 }, () => circuits.run('bank', () => calls.promise).catch(() => {}))
  await fail('bank', 5)
  time = 3_000
  calls.reject(new Error('timeout'))
  await Promise.all(late)
  time = 5_000
  expect(circuits.blocked()).toEqual([])
})

const order = { payoutId: '01a22001-9c6b-7d9a-af5f-11db36c747c2' } as SentOrder

test('no payment is sent once the signal is aborted', async () => {
  const sent: string[] = []
  const bank = {
    send: async ({ payoutId }: SentOrder) => {
      sent.push(payoutId)
      return { status: 'accepted' }
    },
  } as unknown as Bank
  const calls: BankCall[] = []
  const signal = AbortSignal.abort(new Error('the worker stops'))
  await expect(callBank(bank, 'send', { order, calls, signal })).rejects.toThrow('the worker stops')
  expect(sent).toEqual([])
  expect(calls).toMatchObject([{ call: 'send', response: 'none', error: 'Error: the worker stops' }])
})

test('a call rejects when the signal aborts, even if the bank does not listen to it', async () => {
  const stopping = new AbortController()
  const bank = {
    send: () => {
      stopping.abort(new Error('the worker stops'))
      return new Promise(() => {})
    },
  } as unknown as Bank
  const call = { order, calls: [], signal: stopping.signal }
  await expect(callBank(bank, 'send', call)).rejects.toThrow('the worker stops')
})
