import { expect, test } from 'vitest'
import { createProviderOrder } from './provider-order.ts'
import type { SmsProvider } from './providers/provider.ts'

const provider = (name: string): SmsProvider => ({ name, send: async () => ({}) })
const first = provider('smsc')
const second = provider('smsru')
const MINUTE_MS = 60_000

test('after a failure the other provider is first for a minute, and twice as long after each further one', () => {
  let now = 0
  const order = createProviderOrder([first, second], () => now)
  const namesAt = (time: number) => {
    now = time
    return order.providersFor(undefined).map(({ name }) => name)
  }
  expect(namesAt(0)).toEqual(['smsc', 'smsru'])
  order.failed(first)
  expect(namesAt(MINUTE_MS - 1)).toEqual(['smsru', 'smsc'])
  expect(namesAt(MINUTE_MS)).toEqual(['smsc', 'smsru'])
  order.failed(first)
  expect(namesAt(3 * MINUTE_MS - 1)).toEqual(['smsru', 'smsc'])
  now = 3 * MINUTE_MS
  for (let n = 0; n < 10; n += 1) order.failed(first)
  expect(namesAt(18 * MINUTE_MS - 1)).toEqual(['smsru', 'smsc'])
  expect(namesAt(18 * MINUTE_MS)).toEqual(['smsc', 'smsru'])
  order.succeeded(first)
  order.failed(first)
  expect(namesAt(19 * MINUTE_MS)).toEqual(['smsc', 'smsru'])
})

test('the provider whose message has not arrived is last for this phone, unless the other one fails', () => {
  const order = createProviderOrder([first, second], () => 0)
  const names = (missing?: string) => order.providersFor(missing).map(({ name }) => name)
  expect(names('smsc')).toEqual(['smsru', 'smsc'])
  expect(names('smsru')).toEqual(['smsc', 'smsru'])
  order.failed(second)
  expect(names('smsc')).toEqual(['smsc', 'smsru'])
})
