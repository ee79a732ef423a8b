import { expect, test } from 'vitest'
import type { Bank, SentOrder } from '../bank/bank.ts'
import { type BankCall, callBank } from './bank-call.ts'

const order = { payoutId: '01a22001-9c6b-7d9a-af5f-11db36c747c2' } as SentOrder

test('does not send a payment once the signal is aborted', async () => {
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

test('rejects when the signal aborts, even if the bank does not listen to it', async () => {
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
