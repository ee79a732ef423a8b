import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { checkDeliveries } from './follow-deliveries.ts'
import { ProviderSms } from './provider-sms.ts'
import { createGatewayProvider } from './providers/gateway.ts'
import type { SmsProvider } from './providers/provider.ts'
import { createSmscProvider } from './providers/smsc.ts'
import { createSmsruProvider } from './providers/smsru.ts'
import type { Fault } from './testing/double.ts'
import { gatewayToken, startGatewayDouble } from './testing/gateway-double.ts'
import { smscKey, startSmscDouble } from './testing/smsc-double.ts'
import { smsruKey, startSmsruDouble } from './testing/smsru-double.ts'

const api = sharedApi()

const longTimeouts = { totalMs: 60_000, providerMs: 20_000, reportMs: 20_000 }
/** For tests in which a provider does not respond. */
const shortTimeouts = { totalMs: 20_000, providerMs: 2_000, reportMs: 2_000 }
const sender = undefined

/** Starts two providers, SMSC and then SMS.RU unless the test names others. */
async function start(order: ('smsc' | 'smsru' | 'gateway')[] = ['smsc', 'smsru'], timeouts = longTimeouts) {
  const doubles = {
    smsc: await startSmscDouble(),
    smsru: await startSmsruDouble(),
    gateway: await startGatewayDouble(),
  }
  for (const double of Object.values(doubles)) onTestFinished(() => double.stop())
  const adapters: Record<string, SmsProvider> = {
    smsc: createSmscProvider({ name: 'smsc', url: doubles.smsc.url, key: smscKey, sender }),
    smsru: createSmsruProvider({ name: 'smsru', url: doubles.smsru.url, key: smsruKey, sender }),
    gateway: createGatewayProvider({ name: 'gateway', url: doubles.gateway.url, token: gatewayToken }),
  }
  const providers = order.flatMap((name) => adapters[name] ?? [])
  const { db, log } = api
  const sms = new ProviderSms({ db, log, providers, timeouts })
  const counts = () => order.map((name) => doubles[name].taken.length)
  return { ...doubles, providers, counts, send: (phone = newPhone()) => sms.send({ phone, text: 'Код 493817' }) }
}

async function readRows(phone: string) {
  const rows = api.db.selectFrom('sms_message').selectAll().where('phone', '=', phone).orderBy('id')
  return await rows.execute()
}

test('a message is sent only by the first provider, and its id and cost are stored without the text', async () => {
  const { counts, send } = await start()
  const phone = newPhone()
  await send(phone)
  expect(counts()).toEqual([1, 0])
  const [row, ...others] = await readRows(phone)
  expect(others).toEqual([])
  expect(row).toMatchObject({ provider: 'smsc', state: 'accepted', cost: 410, segments: 1, balance: 99_590 })
  expect(JSON.stringify(row)).not.toContain('493817')
})

const notSent: [string, Fault][] = [
  ['its money is used up', { code: 3, error: 'no money' }],
  ['it does not deliver to this phone', { code: 8 }],
  ['it is overloaded', { code: 9, error: 'too many concurrent requests' }],
  ['it is forbidden', { status: 403 }],
  ['it takes nothing and hangs', 'hangs'],
  ['its response is a page', 'page'],
  ['its proxy has lost it', { status: 502 }],
]
test.each(notSent)('a message is sent by the other provider when %s', async (_, fault) => {
  const { smsc, counts, send } = await start(undefined, fault === 'hangs' ? shortTimeouts : longTimeouts)
  smsc.faults.push(fault)
  const phone = newPhone()
  await send(phone)
  expect(counts()).toEqual([0, 1])
  expect(await readRows(phone)).toMatchObject([
    { provider: 'smsc', state: 'rejected' },
    { provider: 'smsru', state: 'accepted' },
  ])
})

test('a message is sent by the other provider when the first one cannot be connected to', async () => {
  const { smsc, counts, send } = await start()
  smsc.stop()
  await send()
  expect(counts()).toEqual([0, 1])
})

test.each(['lost', 'cut'] as const)(
  'sends no second message when the response is %s: the provider has the first',
  async (fault) => {
    const { smsc, counts, send } = await start(undefined, fault === 'lost' ? shortTimeouts : longTimeouts)
    smsc.faults.push(fault)
    const phone = newPhone()
    await send(phone)
    expect(counts()).toEqual([1, 0])
    expect(await readRows(phone)).toMatchObject([{ provider: 'smsc', state: 'accepted', cost: 410 }])
  },
)

describe('a message of which it stays unknown whether it was sent', () => {
  const cases = [
    ['SMS.RU, which cannot be asked', ['smsru', 'smsc']],
    ['the gateway, which cannot be asked', ['gateway', 'smsc']],
    ['SMSC, which does not respond to the question either', ['smsc', 'smsru']],
  ] as const
  test.each(cases)('of %s is not sent by the other provider, and the next one is', async (_, order) => {
    const { counts, send, ...doubles } = await start([...order], shortTimeouts)
    doubles[order[0]].faults.push('lost')
    doubles[order[0]].hangsOnStatus = true
    const phone = newPhone()
    await send(phone)
    await expect.poll(counts).toEqual([1, 0])
    expect(await readRows(phone)).toMatchObject([{ state: 'unknown' }])
    // The user has waited and requests another code.
    await send(phone)
    expect(counts()).toEqual([1, 1])
  })
})

test('the next code for a phone goes by the other provider while the first has not arrived', async () => {
  const { smsc, counts, send } = await start()
  const phone = newPhone()
  await send(phone)
  await send(phone)
  expect(counts()).toEqual([1, 1])
  await send(newPhone())
  expect(counts()).toEqual([2, 1])
  expect(smsc.taken[1]?.phone).not.toBe(phone)
})

test('a provider that has failed is used last, also for other phones', async () => {
  const { smsc, counts, send } = await start()
  smsc.faults.push({ code: 3, error: 'no money' })
  await send()
  await send()
  expect(counts()).toEqual([0, 2])
})

test('a message that no provider takes is reported as not sent', async () => {
  const { smsc, smsru, send } = await start()
  smsc.faults.push({ code: 7 })
  smsru.faults.push({ code: 202 })
  await expect(send()).rejects.toThrow('not sent')
})

describe('deliveries', () => {
  /** Asks the providers of all messages to this phone now. */
  async function check(phone: string, providers: SmsProvider[]) {
    await api.db.updateTable('sms_message').set({ next_check_at: null }).where('phone', '!=', phone).execute()
    const due = api.db
      .updateTable('sms_message')
      .set({ next_check_at: new Date(0) })
      .where('phone', '=', phone)
    await due.where('next_check_at', 'is not', null).execute()
    await checkDeliveries({ db: api.db, log: api.log, providers })
    return await readRows(phone)
  }

  test('the state and the cost are stored when they are known', async () => {
    const { smsru, providers, send } = await start(['smsru', 'smsc'])
    const phone = newPhone()
    await send(phone)
    expect(await check(phone, providers)).toMatchObject([{ state: 'accepted', cost: 410 }])
    smsru.setStatus(smsru.taken[0]?.id ?? '', 103)
    expect(await check(phone, providers)).toMatchObject([{ state: 'delivered', cost: 410, next_check_at: null }])
  })

  test('a message that cannot be delivered has the provider’s reason', async () => {
    const { smsc, providers, send } = await start()
    const phone = newPhone()
    await send(phone)
    smsc.setStatus(smsc.taken[0]?.id ?? '', 25)
    expect(await check(phone, providers)).toMatchObject([{ state: 'undelivered', reason: '25', next_check_at: null }])
  })

  test('after the first provider has delivered, it sends the next message too', async () => {
    const { smsc, providers, counts, send } = await start()
    const phone = newPhone()
    await send(phone)
    smsc.setStatus(smsc.taken[0]?.id ?? '', 1)
    await check(phone, providers)
    await send(phone)
    expect(counts()).toEqual([2, 0])
  })

  test('a message that was unknown is found later', async () => {
    const { smsc, providers, send } = await start(undefined, shortTimeouts)
    smsc.faults.push('lost')
    smsc.hangsOnStatus = true
    const phone = newPhone()
    await send(phone)
    smsc.hangsOnStatus = false
    expect(await check(phone, providers)).toMatchObject([{ state: 'accepted', cost: 410 }])
  })

  test('a provider that does not respond is asked again later', async () => {
    const { smsc, providers, send } = await start()
    const phone = newPhone()
    await send(phone)
    smsc.stop()
    const [row] = await check(phone, providers)
    expect(row).toMatchObject({ state: 'accepted', checks: 1 })
    expect(row?.next_check_at?.getTime()).toBeGreaterThan(Date.now())
  })
})

test('metrics show the messages by provider and state, their cost, and the remaining balance of the account', async () => {
  await api.db.deleteFrom('sms_message').execute()
  const { smsc, send } = await start()
  await send()
  smsc.faults.push({ code: 8 })
  await send()
  const { body } = await api.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${api.settings.metricsToken}` },
  })
  for (const line of [
    'portal_sms_messages{provider="smsc",state="accepted"} 1',
    'portal_sms_messages{provider="smsc",state="rejected"} 1',
    'portal_sms_messages{provider="smsru",state="accepted"} 1',
    'portal_sms_cost_rubles{provider="smsc"} 4.1',
    'portal_sms_segments{provider="smsc"} 1',
    'portal_sms_balance_rubles{provider="smsc"} 995.9',
  ]) {
    expect(body).toContain(`${line}\n`)
  }
})

test('the log has the provider and its code, and neither phone nor text nor key', async () => {
  const { smsc, smsru, send } = await start(undefined, shortTimeouts)
  smsc.faults.push({ code: 7, error: 'invalid number +79161234567' })
  smsru.faults.push({ code: 202 })
  await expect(send('+79161234567')).rejects.toThrow()
  smsc.faults.push('lost')
  await send('+79161234568')
  const log = api.logs.join('')
  expect(log).toContain('"provider":"smsc","reason":"7"')
  for (const secret of ['9161234567', '9161234568', '493817', smscKey, smsruKey]) expect(log).not.toContain(secret)
})

test('a code that was not sent is 503 and may be requested again immediately; one that may arrive stays valid', async () => {
  const double = await startGatewayDouble()
  onTestFinished(() => double.stop())
  const provider = createGatewayProvider({ name: 'gateway', url: double.url, token: gatewayToken })
  const other = await createTestApi({ smsProviders: [provider] })
  onTestFinished(() => other.close())
  const anna = await other.createUser({ phone: '+79160000001' })
  const browser = await other.signedIn(anna)
  const send = () => browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })

  double.faults.push({ status: 500 })
  const failed = await send()
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toMatchObject({ code: 'sms_unavailable' })

  double.faults.push({ status: 504 })
  expect((await send()).json()).toMatchObject({ resend_in: 60 })
  const { consumed_at } = await other.db.selectFrom('otp').select('consumed_at').executeTakeFirstOrThrow()
  expect(consumed_at).toBeNull()
})

test('a code goes by the second provider of the settings when the first has no money', async () => {
  const smsc = await startSmscDouble()
  const smsru = await startSmsruDouble()
  for (const double of [smsc, smsru]) onTestFinished(() => double.stop())
  smsc.faults.push({ code: 3, error: 'no money' })
  const other = await createTestApi({
    env: {
      SMS_PROVIDERS: 'smsc,smsru',
      SMSC_API_KEY: smscKey,
      SMSC_URL: smsc.url,
      SMSRU_API_ID: smsruKey,
      SMSRU_URL: `${smsru.url}/`,
    },
  })
  onTestFinished(() => other.close())
  const { phone, userId } = await other.createUser()
  const browser = await other.signedIn({ userId })
  expect((await browser.post(`/otp/send/user/${userId}`, { purpose: 'payout' })).statusCode).toBe(200)
  expect(smsc.taken).toEqual([])
  expect(smsru.taken).toMatchObject([{ phone, text: expect.stringMatching(/: \d{6} — код для вывода/) }])
})
