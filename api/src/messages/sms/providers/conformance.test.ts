import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { listenLocally } from '@portal/command/free-ports'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Fault, SmsDouble } from '../testing/double.ts'
import { gatewayToken, startGatewayDouble } from '../testing/gateway-double.ts'
import { smscKey, startSmscDouble } from '../testing/smsc-double.ts'
import { smsruKey, startSmsruDouble } from '../testing/smsru-double.ts'
import { createGatewayProvider } from './gateway.ts'
import { type SmsProvider, SmsUnknown } from './provider.ts'
import { createSmscProvider } from './smsc.ts'
import { createSmsruProvider } from './smsru.ts'

type Adapter = {
  name: string
  secret: string
  startDouble(): Promise<SmsDouble>
  provider(url: string, secret: string): SmsProvider
  /** A response that rejects this phone or text. The status of a gateway does not say why. */
  rejection: Fault
  rejectionScope: 'message' | 'provider'
  /** A response that rejects every message. */
  refusal: Fault
  /** Whether the provider's response is more than its status. */
  readsBody: boolean
  /** The provider's codes for the delivery of a message. */
  codes?: { underway: number[]; delivered: number[]; undelivered: number[] }
}

const sender = undefined
const adapters: Adapter[] = [
  {
    name: 'smsc',
    secret: smscKey,
    startDouble: startSmscDouble,
    provider: (url, key) => createSmscProvider({ name: 'smsc', url, key, sender }),
    rejection: { code: 7 },
    rejectionScope: 'message',
    refusal: { code: 3, error: 'no money' },
    readsBody: true,
    codes: { underway: [-1, 0], delivered: [1, 2, 4], undelivered: [-2, 3, 20, 22, 23, 24, 25] },
  },
  {
    name: 'smsru',
    secret: smsruKey,
    startDouble: startSmsruDouble,
    provider: (url, key) => createSmsruProvider({ name: 'smsru', url, key, sender }),
    rejection: { code: 207 },
    rejectionScope: 'message',
    refusal: { code: 220, isAboutRequest: true },
    readsBody: true,
    codes: { underway: [100, 101, 102], delivered: [103, 110], undelivered: [104, 105, 106, 107, 108, 150] },
  },
  {
    name: 'gateway',
    secret: gatewayToken,
    startDouble: startGatewayDouble,
    provider: (url, token) => createGatewayProvider({ name: 'gateway', url, token }),
    rejection: { status: 422 },
    rejectionScope: 'provider',
    refusal: { status: 500 },
    readsBody: false,
  },
]

const sms = { id: 41, phone: '+79161234567', text: 'Чаевые: 493817 — код для регистрации' }
/** For responses that arrive. */
const TIMEOUT_MS = 30_000
/** For responses that do not arrive: long enough to connect to a local server. */
const SHORT_TIMEOUT_MS = 2_000

describe.each(adapters)('$name', (adapter) => {
  async function start(...faults: Fault[]) {
    const double = await adapter.startDouble()
    onTestFinished(() => double.stop())
    double.faults.push(...faults)
    const provider = adapter.provider(double.url, adapter.secret)
    return { double, provider, send: () => provider.send(sms, { timeoutMs: TIMEOUT_MS }) }
  }

  test('sends a message once, to its phone and with its text', async () => {
    const { double, send } = await start()
    await send()
    expect(double.taken).toMatchObject([{ phone: sms.phone, text: sms.text }])
  })

  test('a wrong key is a rejection of the provider, and nothing is sent', async () => {
    const { double } = await start()
    const result = adapter.provider(double.url, 'another-key').send(sms, { timeoutMs: TIMEOUT_MS })
    await expect(result).rejects.toMatchObject({ name: 'SmsRejected', scope: 'provider' })
    expect(double.taken).toEqual([])
  })

  test('a rejection of one message is one, also in a response with the status 200', async () => {
    const { double, send } = await start(adapter.rejection)
    await expect(send()).rejects.toMatchObject({ name: 'SmsRejected', scope: adapter.rejectionScope })
    expect(double.taken).toEqual([])
  })

  test('a rejection of all messages is the provider’s, also in a response with the status 200', async () => {
    const { send } = await start(adapter.refusal)
    await expect(send()).rejects.toMatchObject({ name: 'SmsRejected', scope: 'provider' })
  })

  test('without a connection nothing was sent', async () => {
    const { double, send } = await start()
    double.stop()
    await expect(send()).rejects.toMatchObject({ name: 'SmsRejected', scope: 'provider', reason: 'ECONNREFUSED' })
  })

  // The gateway's response is its status, which arrives before the connection ends.
  const lostResponses: Fault[] = adapter.readsBody ? ['lost', 'cut'] : ['lost']
  test.each(lostResponses)('it is unknown what became of a message whose response is %s', async (fault) => {
    const { double, provider } = await start(fault)
    await expect(provider.send(sms, { timeoutMs: SHORT_TIMEOUT_MS })).rejects.toThrow(SmsUnknown)
    await expect.poll(() => double.taken).toHaveLength(1)
  })

  test('it is unknown what became of a message when the provider hangs', async () => {
    const { provider } = await start('hangs')
    await expect(provider.send(sms, { timeoutMs: SHORT_TIMEOUT_MS })).rejects.toThrow(SmsUnknown)
  })

  test.each([502, 504])(
    'it is unknown what became of a message when a proxy has lost the provider: %i',
    async (status) => {
      const { send } = await start({ status })
      await expect(send()).rejects.toThrow(SmsUnknown)
    },
  )

  test('a redirect is not followed: it could lead phones and codes elsewhere', async () => {
    const other = await start()
    const { send } = await start({ status: 307, location: other.double.url })
    await expect(send()).rejects.toMatchObject({ name: 'SmsRejected', reason: 'http_307' })
    expect(other.double.taken).toEqual([])
  })

  if (adapter.readsBody) {
    test('it is unknown what a page instead of the response means', async () => {
      const { send } = await start('page')
      await expect(send()).rejects.toThrow(SmsUnknown)
    })
  }

  test('does not hold the connection of a response that does not end', async () => {
    const server = createServer((_request, response) => response.writeHead(200).write('<html>'))
    const url = await listenLocally(server)
    onTestFinished(() => void server.close())
    await adapter
      .provider(url, adapter.secret)
      .send(sms, { timeoutMs: SHORT_TIMEOUT_MS })
      .catch((error: unknown) => expect(error).toBeInstanceOf(SmsUnknown))
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
  })

  test('an error names neither the phone nor the text nor the key', async () => {
    const faults: Fault[] = [adapter.rejection, adapter.refusal, 'hangs', { status: 404 }, { status: 504 }, 'page']
    for (const fault of faults) {
      const { provider } = await start(fault)
      const error: unknown = await provider
        .send(sms, { timeoutMs: SHORT_TIMEOUT_MS })
        .catch((reason: unknown) => reason)
      const shown = error instanceof Error ? `${error.stack} ${JSON.stringify(error)}` : ''
      for (const secret of ['9161234567', '493817', adapter.secret]) expect(shown).not.toContain(secret)
    }
  })

  const { codes } = adapter
  if (!codes) return

  async function sent() {
    const { double, provider, send } = await start()
    const { providerId = null } = await send()
    const [taken] = double.taken
    const { id, phone } = sms
    const find = (timeoutMs = TIMEOUT_MS) => provider.findReport?.({ id, phone, providerId }, { timeoutMs })
    return { double, provider, find, setStatus: (status: number) => double.setStatus(taken?.id ?? '', status) }
  }

  test.each(Object.entries(codes))('reports a message as %s, with its cost', async (state, values) => {
    const { find, setStatus } = await sent()
    for (const value of values) {
      setStatus(value)
      expect(await find()).toMatchObject({ state, cost: 410 })
    }
  })

  test('a message that the provider does not have is not found', async () => {
    const { provider } = await sent()
    const find = provider.findReport?.({ id: 7, phone: sms.phone, providerId: '202611-900' }, { timeoutMs: TIMEOUT_MS })
    expect(await find).toBeUndefined()
  })

  test('without a response to the question, or with another code, nothing is reported', async () => {
    const { double, find, setStatus } = await sent()
    setStatus(77)
    await expect(find()).rejects.toThrow()
    double.hangsOnStatus = true
    await expect(find(SHORT_TIMEOUT_MS)).rejects.toThrow()
  })

  test('reports the balance that remains, in kopecks', async () => {
    const { send } = await start()
    expect(await send()).toMatchObject({ balance: 99_590 })
  })
})

const phones = { id: 3, phone: '+79161234567', providerId: null }

test('SMSC finds a message whose response was lost, and reports its cost with the response', async () => {
  const double = await startSmscDouble()
  onTestFinished(() => double.stop())
  const provider = createSmscProvider({ name: 'smsc', url: double.url, key: smscKey, sender: 'Chaevye' })
  expect(await provider.send(sms, { timeoutMs: TIMEOUT_MS })).toMatchObject({ cost: 410 })
  double.faults.push('lost')
  await expect(provider.send({ ...sms, id: 3 }, { timeoutMs: SHORT_TIMEOUT_MS })).rejects.toThrow(SmsUnknown)
  expect(await provider.findReport?.(phones, { timeoutMs: TIMEOUT_MS })).toMatchObject({ state: 'underway' })
})

test('the same text again within a minute is not sent by SMS.RU, and is no failure: the phone has it', async () => {
  const smsru = await startSmsruDouble()
  onTestFinished(() => smsru.stop())
  smsru.faults.push({ code: 231 })
  expect(
    await createSmsruProvider({ name: 'smsru', url: smsru.url, key: smsruKey, sender }).send(sms, {
      timeoutMs: TIMEOUT_MS,
    }),
  ).toEqual({})
})

test.each(['duplicate request, wait a minute', 'too many concurrent requests', 'слишком много запросов'])(
  'SMSC has one code for a repeated text and for too many requests, which is a rejection whatever it says: %s',
  async (error) => {
    const smsc = await startSmscDouble()
    onTestFinished(() => smsc.stop())
    smsc.faults.push({ code: 9, error })
    const provider = createSmscProvider({ name: 'smsc', url: smsc.url, key: smscKey, sender })
    await expect(provider.send(sms, { timeoutMs: TIMEOUT_MS })).rejects.toMatchObject({
      name: 'SmsRejected',
      scope: 'provider',
    })
  },
)
