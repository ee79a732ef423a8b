import { dayIn, periodBefore } from '@portal/contracts/calendar'
import { login } from '@portal/contracts/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, type TestBrowser, testApi } from '../http/testing.ts'
import { readStatement } from '../modules/statements/service.ts'
import { demoPassword } from './people.ts'
import { seedDemo } from './seed.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await seedDemo(api.db, api.settings, { ownerUrl: api.url })
})
afterAll(() => api.close())

async function signIn(phoneNumber: string): Promise<TestBrowser> {
  const browser = api.browser()
  expect((await browser.post(login.path, { phoneNumber, password: demoPassword })).statusCode).toBe(200)
  return browser
}

const employeesOf = async (browser: TestBrowser) => (await browser.get('/tips/user/employees')).json().items
const bindingsOf = async (browser: TestBrowser) => (await browser.get('/user/payout-bindings')).json().items

describe('Анна Смирнова', () => {
  let anna: TestBrowser
  let berezka: string
  beforeAll(async () => {
    anna = await signIn('+79000000001')
    berezka = (await employeesOf(anna))[0].restaurant.id
  })

  test('holds the shared tips of «Берёзка» and is a manager at «Старый мост»', async () => {
    expect(await employeesOf(anna)).toMatchObject([
      { default: true, manager: false, restaurant: { name: 'Берёзка', bank: 'Т-Банк' } },
      { default: false, manager: true, restaurant: { name: 'Старый мост', bank: 'Альфа-Банк' } },
    ])
  })

  test('sees the team of «Старый мост» and its open invitation, and no other team', async () => {
    const bridge = (await employeesOf(anna))[1].restaurant.id
    const names = (await anna.get(`/team?restId=${bridge}`)).json().items.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Анна Смирнова', 'Галина Мороз', 'Дмитрий Орлов'])
    expect((await anna.get(`/team/invitations?restId=${bridge}`)).json().items).toMatchObject([{ max_uses: null }])
    expect((await anna.get(`/team?restId=${berezka}`)).statusCode).toBe(403)
  })

  test('has money in both, and tips that are not cleared yet', async () => {
    const { balance } = (await anna.get('/session/bootstrap')).json()
    for (const { balance: ready, avg_sum } of Object.values<{ balance: number; avg_sum: number }>(
      balance.by_restaurant,
    )) {
      expect(ready).toBeGreaterThan(500)
      expect(avg_sum).toBeGreaterThan(0)
    }
    expect(balance.by_restaurant[berezka].pending).toBeGreaterThan(0)
  })

  test('has tips of more than 90 days, the last of them just now, with ratings and comments', async () => {
    const { rows } = await sql<{ first: number; last: number; days: number; rated: number; commented: number }>`
      select extract(day from now() - min(created_at))::int as first, extract(epoch from now() - max(created_at))::int as last,
        count(distinct created_at::date)::int as days,
        avg((rating is not null)::int)::float as rated, avg((comment is not null)::int)::float as commented
      from operation where type = 'tip' and user_id = (select id from user_account where phone = '+79000000001')`.execute(
      api.db,
    )
    const [facts] = rows
    expect(facts?.first).toBeGreaterThanOrEqual(100)
    expect(facts?.last).toBeLessThan(600)
    expect(facts?.days).toBeGreaterThan(70)
    expect(facts?.rated).toBeGreaterThan(0.4)
    expect(facts?.commented).toBeGreaterThan(0.1)
  })

  test('has at least 200 operations at «Берёзка», of every kind', async () => {
    const request = async (query: string) => (await anna.get(`/user/billing?restId=${berezka}${query}`)).json()
    expect((await request('')).total).toBeGreaterThanOrEqual(200)
    for (const type of ['tip', 'payout', 'transfer']) expect((await request(`&type=${type}`)).total).toBeGreaterThan(2)
  })

  test('had the balance of each month at its end, as if all had been booked in time', async () => {
    const { userId } = await api.db
      .selectFrom('user_account')
      .select('id as userId')
      .where('phone', '=', '+79000000001')
      .executeTakeFirstOrThrow()
    const { from, to } = periodBefore(dayIn('Europe/Moscow', new Date()), 'month')
    const { opening, closing, lines, tips } = await readStatement(api.db, userId, { restId: berezka, from, to })
    expect(Math.min(opening, closing, tips)).toBeGreaterThan(0)
    expect(lines?.filter(({ moved, status }) => moved === 0 && status !== 'canceled')).toEqual([])
  })

  test('has a default card, another bank’s card and a СБП phone', async () => {
    expect(await bindingsOf(anna)).toMatchObject([
      { type: 'card', network: 'mir', last4: '4321', bank: 'Т-Банк', is_default: true },
      { type: 'card', bank: 'Альфа-Банк', is_default: true },
      { type: 'sbp', phone_masked: '+7 (900) •••-••-01', bank: 'Т-Банк', is_default: false },
    ])
  })

  test('has withdrawn, was declined once, and has sent and received transfers', async () => {
    const payouts: { status: string; kind: string; reason?: string; timeline: { at: string }[]; created_at: string }[] =
      []
    for (let page = 1; page <= 2; page++) payouts.push(...(await anna.get(`/user/payout?page=${page}`)).json().items)
    expect(payouts.filter(({ kind, status }) => kind === 'payout' && status === 'succeeded').length).toBeGreaterThan(5)
    expect(payouts.filter(({ status }) => status === 'canceled')).toMatchObject([{ reason: 'recipient_check_failed' }])
    expect(payouts.some(({ kind }) => kind === 'transfer')).toBe(true)
    for (const { timeline, created_at } of payouts) expect(timeline[0]?.at).toBe(created_at)
    const { items } = (await anna.get('/user/billing?type=transfer')).json<{ items: { type: string }[] }>()
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['transfer_in', 'transfer_out']))
  })
})

test('Борис Ким has one job, money and one card', async () => {
  const boris = await signIn('+79000000002')
  expect(await employeesOf(boris)).toMatchObject([{ default: false, restaurant: { name: 'Берёзка' } }])
  expect((await boris.get('/user/balance')).json().balance).toBeGreaterThan(500)
  expect(await bindingsOf(boris)).toMatchObject([{ type: 'card', is_default: true }])
})

test('Вера Новикова has one job, no tips and no way to withdraw', async () => {
  const vera = await signIn('+79000000003')
  expect(await employeesOf(vera)).toMatchObject([{ default: false, restaurant: { name: 'Берёзка' } }])
  expect((await vera.get('/user/balance')).json()).toMatchObject({ balance: 0, avg_sum: 0, pending: 0 })
  expect((await vera.get('/user/billing')).json()).toMatchObject({ items: [], total: 0 })
  expect(await bindingsOf(vera)).toEqual([])
})

test('the invitations are there, one of each kind', async () => {
  const responses = ['DEMO-BEREZKA', 'DEMO-BRIDGE', 'DEMO-EXPIRED', 'DEMO-USED'].map(async (code) =>
    (await api.browser().get(`/invitations/${code}`)).json(),
  )
  expect(await Promise.all(responses)).toMatchObject([
    { restaurant: { name: 'Берёзка' } },
    { restaurant: { name: 'Старый мост' } },
    { code: 'invitation_expired' },
    { code: 'invitation_used' },
  ])
})

test('Анна has a profile and progress towards her goal', async () => {
  const anna = await signIn('+79000000001')
  const { about, tags, goal } = (await anna.get('/user/profile')).json()
  expect(about).not.toBe('')
  expect(tags).toContain('role_sommelier')
  expect(goal.earned).toBeGreaterThan(1000)
})

test('the ledger holds: every transfer sums to zero and every balance is the sum of its entries', async () => {
  expect(await api.db.selectFrom('ledger_discrepancy').selectAll().execute()).toEqual([])
})

test('nothing is left for the worker to send to the bank', async () => {
  const open = await api.db.selectFrom('payout').select('id').where('status', 'in', ['pending', 'processing']).execute()
  expect(open).toEqual([])
})

test('the second time adds nothing', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)).rows[0]?.n
  const before = await count()
  await Promise.all([seedDemo(api.db, api.settings), seedDemo(api.db, api.settings)])
  expect(await count()).toBe(before)
})

test('a seed that was killed is finished by the next one', async () => {
  const before = await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)
  await api.db.deleteFrom('invitation').execute()
  await seedDemo(api.db, api.settings)
  const after = await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)
  expect(after.rows).toEqual(before.rows)
  expect(await api.db.selectFrom('ledger_discrepancy').selectAll().execute()).toEqual([])
})
