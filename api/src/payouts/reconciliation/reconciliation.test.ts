import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reconciliation } from '@portal/contracts/admin/reconciliation'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import type { ProviderName } from '../../settings/providers.ts'
import { createAdminCommand } from '../../testing/admin-command.ts'
import type { ProviderBank } from '../bank/bank.ts'
import { startYookassaDouble, type YookassaDouble } from '../bank/yookassa/double/double.ts'
import { book } from '../delivery/deliver.ts'
import { insertPayoutMethod } from '../payout-methods/repository.ts'
import { requestPayout } from '../service.ts'
import { codeFor, signedIn } from '../testing/withdrawals.ts'
import { reconcileDueDays } from './daily.ts'

let double: YookassaDouble
let api: TestApi
let admin: Awaited<ReturnType<typeof createAdminCommand>>
let anna: TestEmployee
let phone: string

beforeEach(async () => {
  double = await startYookassaDouble({ settlesAfterMs: 0 })
  const { url, gatewayId, secretKey } = double.account
  api = await createTestApi({
    env: { BANK: 'yookassa', YOOKASSA_URL: url, YOOKASSA_GATEWAY_ID: gatewayId, YOOKASSA_SECRET_KEY: secretKey },
  })
  admin = await createAdminCommand(api)
  anna = await hire(api.db, await openRestaurant(api.db))
  await earn(api.db, anna, 10_000)
  const destination = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  phone = await insertPayoutMethod(api.db, { user_id: anna.userId, bank: anna.bank, ...destination })
})
afterEach(async () => {
  await api.close()
  await double.stop()
})

async function paidPayout(amount = 1_000): Promise<string> {
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: phone, amount } as const
  const code = await codeFor(api.db, anna, order)
  const { id } = await requestPayout(api, signedIn(anna), crypto.randomUUID(), { ...order, code })
  api.wakePayoutWorker()
  const status = api.db.selectFrom('payout').select('status').where('id', '=', id)
  await expect.poll(() => status.executeTakeFirst()).toEqual({ status: 'succeeded' })
  return id
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Moves all payouts and payments some days back, because a day is compared only some hours after it has ended. */
async function daysPass(days: number): Promise<void> {
  await sql`update payout set sent_at = sent_at - make_interval(days => ${days})`.execute(api.db)
  for (const payment of double.store.all()) {
    payment.created_at = new Date(Date.parse(payment.created_at) - days * DAY_MS).toISOString()
  }
}
const twoDaysPass = () => daysPass(2)

const moscowDay = (ms: number) => new Date(ms + 3 * HOUR_MS).toISOString().slice(0, 10)
const today = () => moscowDay(Date.now())

/** Returns the days that are due, the oldest first. Between midnight and two, the last day is not due yet. */
function daysDue(since: number): string[] {
  const days = Array.from({ length: since }, (_, index) => moscowDay(Date.now() - (since - index) * DAY_MS))
  const current = moscowDay(Date.now() - 2 * HOUR_MS)
  return days.filter((day) => day < current)
}

const reports = async (): Promise<Reconciliation[]> =>
  JSON.parse((await admin('reconciliation', 'list', '--json')).output)
const runToday = async (...args: string[]) =>
  await admin('reconciliation', 'run', '--provider', 'yookassa', '--day', today(), '--json', ...args)
const openKinds = async () => {
  const { output } = await admin('reconciliation', 'open', '--json')
  return (JSON.parse(output) as { kind: string }[]).map(({ kind }) => kind)
}

test('a day without a difference is a report of what was paid', async () => {
  await paidPayout()
  await paidPayout(500)
  expect(JSON.parse((await runToday()).output) satisfies Reconciliation).toMatchObject({
    provider: 'yookassa',
    source: 'provider',
    payments: 2,
    payouts: 2,
    differences: 0,
    open: 0,
  })
  expect((await admin('reconciliation', 'open')).code).toBe(0)
})

// spec: 9.52
test('a missing, a foreign, a doubled and a different payment are a line each, which a decision closes', async () => {
  const ids = [await paidPayout(), await paidPayout(), await paidPayout()]
  const [missing, doubled, different] = ids.map((id) => double.store.search(id)[0])
  if (!missing || !doubled || !different) throw new Error('not paid')
  delete missing.metadata
  double.store.addForeign({ amount: doubled.amount, payout_token: 'pt-2', metadata: doubled.metadata ?? {} })
  different.amount = { value: '999.99', currency: 'RUB' }
  expect(JSON.parse((await runToday()).output)).toMatchObject({ payments: 4, payouts: 3, differences: 4, open: 4 })
  expect((await openKinds()).sort()).toEqual(['amount', 'doubled', 'foreign', 'missing'])

  const listed = await admin('reconciliation', 'open', '--json')
  expect(listed.code).toBe(1)
  const [line] = JSON.parse(listed.output)
  const closing = ['reconciliation', 'close', String(line.id), '--reason', 'Банк вернул деньги']
  expect((await admin(...closing, '--dry-run')).code).toBe(0)
  expect(await openKinds()).toHaveLength(4)
  expect((await admin(...closing)).code).toBe(0)
  expect(await openKinds()).toHaveLength(4)
  expect((await admin.another(...closing)).code).toBe(0)
  expect(await openKinds()).toHaveLength(3)
  expect((await admin(...closing)).errors).toContain('Решение об этом различии уже есть')
  const trail = await admin('audit', 'list', '--action', 'reconciliation_line_closed', '--json')
  expect(JSON.parse(trail.output)).toMatchObject([
    { reason: 'Банк вернул деньги', before: { closed_at: null }, after: { closed_at: expect.any(String) } },
  ])
})

test('a day that is compared again has each line once, keeps decisions, and closes what is not different any more', async () => {
  const id = await paidPayout()
  const [payment] = double.store.search(id)
  if (!payment) throw new Error('not paid')
  double.store.addForeign({ amount: payment.amount, payout_token: 'pt-2' })
  payment.amount = { value: '999.99', currency: 'RUB' }
  await runToday()
  const lines = JSON.parse((await admin('reconciliation', 'open', '--json')).output)
  const foreign = lines.find(({ kind }: { kind: string }) => kind === 'foreign')
  for (const operator of [admin, admin.another])
    await operator('reconciliation', 'close', String(foreign.id), '--reason', 'Наш другой проект')
  payment.amount = { value: '1000.00', currency: 'RUB' }
  expect(JSON.parse((await runToday()).output)).toMatchObject({ differences: 2, open: 0 })
  const [report] = JSON.parse((await admin('reconciliation', 'list', '--json')).output)
  const shown = await admin('reconciliation', 'show', String(report.id), '--json')
  expect(JSON.parse(shown.output)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'amount', closed_by: 'portal' }),
      expect.objectContaining({ kind: 'foreign', close_reason: 'Наш другой проект' }),
    ]),
  )
  payment.amount = { value: '999.99', currency: 'RUB' }
  await runToday()
  expect(await openKinds()).toEqual(['amount'])
})

test('each day is compared once by itself, by whichever process, and a difference is in the log', async () => {
  const id = await paidPayout()
  await twoDaysPass()
  const [payment] = double.store.search(id)
  if (payment) delete payment.metadata
  await Promise.all([reconcileDueDays(api), reconcileDueDays(api), reconcileDueDays(api)])
  expect((await openKinds()).sort()).toEqual(['foreign', 'missing'])
  const alerts = api.logs.filter((line) => line.includes('a provider has paid other than was booked'))
  expect(alerts).toHaveLength(1)
  const calls = double.calls.length
  await reconcileDueDays(api)
  expect(double.calls.length).toBe(calls)
})

test('after an outage each due day is compared once, the oldest first, with what was paid on it', async () => {
  await paidPayout()
  for (let day = 0; day < 5; day += 1) {
    await daysPass(1)
    double.store.addForeign({ amount: { value: `${day + 1}.00`, currency: 'RUB' }, payout_token: `pt-${day}` })
  }
  await daysPass(1)
  await reconcileDueDays(api)
  const days = daysDue(6)
  expect(await reports()).toMatchObject(
    days.toReversed().map((day) => ({ day, source: 'provider', payments: 1, open: day === days[0] ? 0 : 1 })),
  )
  const calls = double.calls.length
  await reconcileDueDays(api)
  expect(double.calls.length).toBe(calls)
})

test('a payment whose metadata has no UUID of a payout is foreign, and stops no comparison', async () => {
  const id = await paidPayout()
  for (const payout_id of ['1042', '', id.toUpperCase(), `${id} `]) {
    double.store.addForeign({
      amount: { value: '1000.00', currency: 'RUB' },
      payout_token: 'pt-2',
      metadata: { payout_id },
    })
  }
  await twoDaysPass()
  await reconcileDueDays(api)
  expect((await openKinds()).sort()).toEqual(['doubled', 'foreign', 'foreign', 'foreign'])
})

test('a day that was compared before it was over is compared again after it', async () => {
  await paidPayout()
  await runToday()
  await daysPass(3)
  await sql`update reconciliation set day = day - 3, finished_at = finished_at - interval '3 days'`.execute(api.db)
  double.store.addForeign({ amount: { value: '1.00', currency: 'RUB' }, payout_token: 'pt-2' })
  const [foreign] = double.store.all().slice(-1)
  if (foreign) foreign.created_at = double.store.all()[0]?.created_at ?? ''
  await reconcileDueDays(api)
  const [day] = daysDue(3)
  expect(await reports()).toContainEqual(expect.objectContaining({ day, payments: 2, open: 1 }))
})

test('a contradiction is closed by a comparison that has judged its payment, and not by one of another day', async () => {
  const id = await paidPayout()
  const [payment] = double.store.search(id)
  if (!payment) throw new Error('not paid')
  await daysPass(4)
  // The order was sent in the evening, and arrived after midnight.
  const [sent = '', arrived = ''] = daysDue(4)
  payment.created_at = new Date(`${arrived}T00:10:00+03:00`).toISOString()
  payment.status = 'canceled'
  await expect(
    book(api.db, id, { status: 'declined', reason: 'general_decline', reference: payment.id }),
  ).rejects.toThrow()
  const compare = async (day: string) => await admin('reconciliation', 'run', '--provider', 'yookassa', '--day', day)
  await compare(sent)
  expect(await openKinds()).toEqual(['status'])
  payment.created_at = new Date(`${sent}T23:50:00+03:00`).toISOString()
  payment.status = 'succeeded'
  await compare(sent)
  expect(await openKinds()).toEqual([])
})

test('a provider that does not respond leaves the day due', async () => {
  await paidPayout()
  await twoDaysPass()
  double.setFault(() => 'error')
  await expect(reconcileDueDays(api)).rejects.toThrow('500')
  expect((await runToday()).errors).toContain('Провайдер не отвечает')
  double.setFault(undefined)
  await reconcileDueDays(api)
  const days = daysDue(2)
  expect(await reports()).toMatchObject(
    days.toReversed().map((day) => ({ day, open: 0, payments: day === days[0] ? 1 : 0 })),
  )
})

test('a day whose list cannot be read leaves the next one as it is', async () => {
  await paidPayout()
  await daysPass(3)
  const [[name, bank]] = [...api.banks.providers] as [[ProviderName, Required<ProviderBank>]]
  let lists = 0
  const payments: typeof bank.payments = (...request) => {
    lists += 1
    if (lists === 1) throw new Error('no list')
    return bank.payments(...request)
  }
  const banks = { ...api.banks, providers: new Map([[name, { ...bank, payments }]]) }
  await expect(reconcileDueDays({ ...api, banks })).rejects.toThrow('no list')
  const [, ...others] = daysDue(3)
  expect(lists).toBe(1 + others.length)
  expect((await reports()).map(({ day }) => day)).toEqual(others.toReversed())
})

test('the list is requested while no transaction is open, also for a dry run', async () => {
  await paidPayout()
  const bank = api.banks.providers.get('yookassa') as Required<ProviderBank>
  const { payments } = bank
  const waiting: number[] = []
  bank.payments = async function* (...request) {
    const open = async () =>
      await sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
        api.db,
      )
    // The worker of payouts also opens transactions, which end soon.
    let count = 1
    for (let times = 0; times < 20 && count > 0; times += 1) count = (await open()).rows.length
    waiting.push(count)
    yield* payments(...request)
  }
  expect((await runToday('--dry-run')).code).toBe(0)
  expect((await runToday()).code).toBe(0)
  expect(waiting).toEqual([0, 0])
  expect(await reports()).toHaveLength(1)
})

test('a statement replaces the list, and is kept', async () => {
  const id = await paidPayout()
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  const file = join(folder, 'statement.csv')
  const head = 'reference;payout_id;amount;status;created_at'
  await writeFile(file, `${head}\npo-1;${id};1000,00;paid;${new Date().toISOString()}\n`)
  expect(JSON.parse((await runToday('--statement', file)).output)).toMatchObject({ source: 'statement', open: 0 })
  const kept = await sql<{ content: string; sha256: string }>`
    select content, given_by, encode(sha256(convert_to(content, 'UTF8')), 'hex') as sha256 from reconciliation_statement
    where sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')`.execute(api.db)
  expect(kept.rows).toMatchObject([{ content: await readFile(file, 'utf8'), given_by: 'ivan' }])
  const [line] = JSON.parse((await admin('audit', 'list', '--action', 'reconciliation_run', '--json')).output)
  expect(line).toMatchObject({ actor: { id: 'ivan' }, after: { source: 'statement', sha256: kept.rows[0]?.sha256 } })
  await writeFile(file, `${head}\npo-1;${id};1000,00;ok;${new Date().toISOString()}\n`)
  expect((await runToday('--statement', file)).errors).toBe('В выписке ошибка: statement — строка 2, столбец status.')
  await rm(folder, { recursive: true })
})

test('a statement closes no difference that the list has found, and the day is compared by the list again', async () => {
  const ids = [await paidPayout(), await paidPayout()]
  const [missing] = double.store.search(ids[0] ?? '')
  if (missing) delete missing.metadata
  await twoDaysPass()
  await reconcileDueDays(api)
  const found = await openKinds()
  expect(found.sort()).toEqual(['foreign', 'missing'])
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  const file = join(folder, 'statement.csv')
  const [day = ''] = daysDue(2)
  const lines = ids.map((id, index) => `po-${index};${id};1000,00;paid;${day}T12:00:00+03:00`)
  await writeFile(file, ['reference;payout_id;amount;status;created_at', ...lines].join('\n'))
  const given = await admin(
    'reconciliation',
    'run',
    '--provider',
    'yookassa',
    '--day',
    day,
    '--statement',
    file,
    '--json',
  )
  expect(JSON.parse(given.output)).toMatchObject({ source: 'statement', payments: 2, open: 2 })
  expect((await openKinds()).sort()).toEqual(['foreign', 'missing'])
  await reconcileDueDays(api)
  expect(await reports()).toContainEqual(expect.objectContaining({ day, source: 'provider', open: 2 }))
  await rm(folder, { recursive: true })
})

/** What the alert ProviderNotReconciled compares with the time: it fires 36 hours later. */
async function readComparedUntil(): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const { body } = await api.app.inject({ url: '/metrics', headers })
  const [, value] = /^portal_reconciliation_day_timestamp_seconds\{provider="yookassa"\} (\S+)$/m.exec(body) ?? []
  return value === undefined ? undefined : Number(value)
}
const startOfDay = (day = '') => Date.parse(`${day}T00:00:00+03:00`) / 1000

test('metrics have the end of the last day that was compared, or the time of the first payout before that', async () => {
  expect(await readComparedUntil()).toBeUndefined()
  await paidPayout()
  expect(Math.abs(((await readComparedUntil()) ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  await daysPass(3)
  expect(Math.abs(((await readComparedUntil()) ?? 0) - (Date.now() - 3 * DAY_MS) / 1000)).toBeLessThan(60)
  await reconcileDueDays(api)
  expect(await readComparedUntil()).toBe(startOfDay(daysDue(3).at(-1)) + DAY_MS / 1000)
})

test('metrics have the start of the oldest day that was not compared, also when later ones were', async () => {
  await paidPayout()
  await daysPass(20)
  const days = daysDue(20)
  const compare = async (...compared: string[]) => {
    for (const day of compared) await admin('reconciliation', 'run', '--provider', 'yookassa', '--day', day)
  }
  const [hole, ...others] = days.slice(5)
  await compare(...days.slice(0, 5))
  await reconcileDueDays(api)
  await compare(today())
  expect(await readComparedUntil()).toBe(startOfDay(hole))
  await compare(...others)
  expect(await readComparedUntil()).toBe(startOfDay(hole))
  await compare(hole ?? '')
  expect(await readComparedUntil()).toBeGreaterThanOrEqual(startOfDay(days.at(-1)) + DAY_MS / 1000)
})

test('a statement of two joined files has no false difference, and counts a payment once', async () => {
  const id = await paidPayout()
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  const file = join(folder, 'statement.csv')
  const lines = [`po-1;${id};1000,00;accepted;`, `po-1;${id};1000,00;paid;`, 'po-2;;5,00;paid;', 'po-2;;5,00;paid;']
  const head = 'reference;payout_id;amount;status;created_at'
  await writeFile(file, [head, ...lines.map((line) => `${line}${new Date().toISOString()}`)].join('\n'))
  expect(JSON.parse((await runToday('--statement', file)).output)).toMatchObject({ payments: 2, differences: 1 })
  expect(await openKinds()).toEqual(['foreign'])
  await rm(folder, { recursive: true })
})

test('metrics have the balance of the provider, what it has to pay, and open differences', async () => {
  double.store.addForeign({ amount: { value: '5.00', currency: 'RUB' }, payout_token: 'pt-1' })
  await runToday()
  const read = async () =>
    (await api.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${api.settings.metricsToken}` } })).body
  await expect.poll(read).toContain('portal_bank_balance_rubles{provider="yookassa"} 99999995')
  expect(await read()).toContain('portal_reconciliation_open_lines{provider="yookassa",kind="foreign"} 1')
})
