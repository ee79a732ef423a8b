import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import { checkDrift } from '../../money/ledger/drift/check-drift.ts'
import { discrepancies, earn, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { readTrialBalance } from '../../money/ledger/trial-balance.ts'
import { codeFor } from '../testing/withdrawals.ts'
import { sharingOrder } from './testing/sharing-order.ts'

const api = sharedApi()
let anna: TestUser
let team: [TestUser, TestUser, TestUser]
let annas: TestBrowser
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  const restaurant = { id: anna.restaurantId, bank: anna.bank }
  team = [
    await api.createUser({ restaurant }),
    await api.createUser({ restaurant }),
    await api.createUser({ restaurant }),
  ]
  annas = await api.signedIn(anna)
  await earn(api.db, anna, 10_000)
})

type Order = ReturnType<typeof sharingOrder>
const equally = (amount = 1_000) => sharingOrder(anna.restaurantId, amount, team)

async function share(
  order: Order,
  { key = randomUUID() as string, comment = '', code = '', browser = annas, confirmed = order } = {},
) {
  const proof = { code: code || (await codeFor(api.db, anna, confirmed)) }
  const body = { ...order, ...(comment && { comment }), ...proof }
  return await browser.post('/user/payout', body, { headers: { 'idempotency-key': key } })
}

const balances = async () =>
  (await Promise.all([anna, ...team].map((employee) => walletBalance(api.db, employee)))).map(
    (kopecks) => kopecks / 100,
  )
const untouched = [10_000, 0, 0, 0]
const readLines = async (employee: TestUser) =>
  (await (await api.signedIn(employee)).get('/user/billing?type=transfer')).json().items
const readHints = async ({ userId }: TestUser) =>
  (await api.db.selectFrom('live_feed').select('seq').where('user_id', '=', userId).executeTakeFirst())?.seq ?? 0
const fireThird = () => api.operator().post(`/employees/${team[2].id}/dismiss`, { reason: 'Уволился' })

async function expectBalancedLedger() {
  expect(await discrepancies(api.db)).toEqual([])
  expect((await checkLedger(api.db)).differences).toEqual([])
  expect((await checkDrift(api.db))?.differences ?? []).toEqual([])
  expect((await readTrialBalance(api.db)).total).toBe(0)
}

// spec: 2.174, 9.80
test('one sum is one payout, with a part for each colleague, to the kopeck, and all of them see it', async () => {
  const response = await share(equally(), { comment: 'За субботу' })
  expect(response.statusCode).toBe(201)
  const { id, number, ...payout } = response.json()
  expect(payout).toMatchObject({
    ...{ kind: 'transfer', amount: 1_000, fee: 0, status: 'succeeded' },
    destination: { type: 'employee', title: '3 сотрудникам' },
  })
  expect(await balances()).toEqual([9_000, 333.34, 333.33, 333.33])
  const both = { number, status: 'completed', comment: 'За субботу' }
  const sent = { ...both, type: 'transfer_out', amount: 1_000, title: 'Перевод · 3 сотрудникам', payout_id: id }
  expect(await readLines(anna)).toMatchObject([sent])
  for (const [index, employee] of team.entries()) {
    const [line, ...more] = await readLines(employee)
    const received = { ...both, type: 'transfer_in', title: 'Перевод · Анна Смирнова' }
    expect(line).toMatchObject({ ...received, amount: index === 0 ? 333.34 : 333.33 })
    expect(line).not.toHaveProperty('payout_id')
    expect(more).toEqual([])
    expect(await readHints(employee)).toBe(1)
  }
  await expectBalancedLedger()
})

// spec: 2.171
test.each([
  ['hours', [8, 7.5, 4.5], [400, 375, 225]],
  ['percent', [50, 30.5, 19.5], [500, 305, 195]],
] as const)('by %s', async (way, weights, parts) => {
  const members = team.map(({ id }, index) => ({ id, weight: weights[index] ?? 0 }))
  expect((await share(sharingOrder(anna.restaurantId, 1_000, members, way))).statusCode).toBe(201)
  expect((await balances()).slice(1)).toEqual(parts)
})

test('the export has a line with the whole sum for the sender, and with a part for a colleague', async () => {
  await share(equally())
  expect((await annas.get('/user/billing.csv')).body).toContain('Перевод · 3 сотрудникам;-1000,00;')
  const theirs = await api.signedIn(team[0])
  expect((await theirs.get('/user/billing.csv')).body).toContain('Перевод · Анна Смирнова;333,34;')
})

describe('a forged body is rejected, and moves nothing', () => {
  const changed = (index: number, change: object) => {
    const order = equally()
    const shares = order.shares.map((each, at) => (at === index ? { ...each, ...change } : each))
    return { ...order, shares }
  }
  const byPercent = (weights: number[]) =>
    sharingOrder(
      anna.restaurantId,
      1_000,
      team.map(({ id }, index) => ({ id, weight: weights[index] ?? 0 })),
      'percent',
    )
  const cases: [string, () => Order, number, string][] = [
    ['a part that is larger', () => changed(0, { amount: 333.35 }), 422, 'shares_differ'],
    ['a kopeck for another one', () => ({ ...equally(), shares: equally().shares.toReversed() }), 422, 'shares_differ'],
    ['a larger sum', () => ({ ...equally(), amount: 1_001 }), 422, 'shares_differ'],
    ['less than a ruble', () => equally(2), 422, 'share_below_minimum'],
    ['percents below 100', () => byPercent([50, 30, 19.5]), 422, 'percent_not_100'],
    ['percents above 100', () => byPercent([50, 30, 20.5]), 422, 'percent_not_100'],
    [
      'one colleague twice',
      () => sharingOrder(anna.restaurantId, 1_000, [team[0], team[0]]),
      422,
      'recipient_repeated',
    ],
    ['the sender', () => sharingOrder(anna.restaurantId, 1_000, [team[0], anna]), 422, 'recipient_is_self'],
    ['hours without hours', () => ({ ...equally(), way: 'hours' }), 400, 'malformed'],
    ['hours where all get the same', () => changed(0, { weight: 8 }), 400, 'malformed'],
    ['a third of an hour', () => changed(0, { weight: 0.33 }), 400, 'malformed'],
    ['one colleague', () => sharingOrder(anna.restaurantId, 1_000, [team[0]]), 400, 'malformed'],
    [
      'a sum that is shared among 51',
      () =>
        sharingOrder(
          anna.restaurantId,
          1_000,
          Array.from({ length: 51 }, () => ({ id: randomUUID() })),
        ),
      400,
      'malformed',
    ],
    ['an invalid id', () => sharingOrder(anna.restaurantId, 1_000, [team[0], { id: "' or 1=1" }]), 404, 'not_found'],
    ['more than the maximum of one order', () => equally(75_001), 422, 'limit_exceeded'],
    ['more than there is', () => equally(10_001), 422, 'insufficient_funds'],
  ]
  test.each(cases)('%s', async (_, order, status, code) => {
    const response = await share(order())
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(await balances()).toEqual(untouched)
  })

  test('an employee of another restaurant', async () => {
    const outsider = await api.createUser()
    const response = await share(sharingOrder(anna.restaurantId, 1_000, [team[0], outsider]))
    expect(response.statusCode).toBe(404)
    expect(await balances()).toEqual(untouched)
  })

  // spec: 8.2
  test('an employee who is not the default one', async () => {
    await api.db.updateTable('employee').set({ is_default: false }).where('id', '=', anna.id).execute()
    expect((await share(equally())).statusCode).toBe(403)
    expect(await balances()).toEqual(untouched)
  })

  test('a colleague who was dismissed after the code was sent', async () => {
    const order = equally()
    const code = await codeFor(api.db, anna, order)
    await fireThird()
    const response = await share(order, { code })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    expect(await balances()).toEqual(untouched)
    // The code still confirms its sharing, once that is allowed again.
    await api.operator().post(`/employees/${team[2].id}/reinstate`, { reason: 'Вернулся' })
    expect((await share(order, { code })).statusCode).toBe(201)
  })
})

describe('a code', () => {
  test('names the sum and how many get it', async () => {
    await annas.post(`/otp/send/user/${anna.userId}`, { order: equally() })
    const messages = await api.db.selectFrom('sandbox.sms').select('text').where('phone', '=', anna.phone).execute()
    expect(messages.at(-1)?.text.replaceAll('\u00A0', ' ')).toContain('код для перевода 1 000 ₽ · 3 сотрудникам')
  })

  test('is sent for no sharing that the rules forbid', async () => {
    const response = await annas.post(`/otp/send/user/${anna.userId}`, { order: { ...equally(), amount: 1_001 } })
    expect(response.json()).toMatchObject({ code: 'shares_differ' })
  })

  test.each([
    [
      'another way',
      () =>
        sharingOrder(
          anna.restaurantId,
          1_000,
          team.map(({ id }) => ({ id, weight: 8 })),
          'hours',
        ),
    ],
    ['another colleague', () => sharingOrder(anna.restaurantId, 1_000, team.slice(1))],
    ['another order of the same ones', () => sharingOrder(anna.restaurantId, 1_000, team.toReversed())],
  ])('does not confirm %s', async (_, confirmed) => {
    expect((await share(equally(), { confirmed: confirmed() })).json()).toMatchObject({ code: 'otp_expired' })
    expect(await balances()).toEqual(untouched)
  })

  test('that names no order confirms no sharing, however small', async () => {
    await annas.post(`/otp/send/user/${anna.userId}`, { purpose: 'transfer' })
    const code = await api.codeSentTo(anna.phone)
    expect((await share(equally(100), { code })).json()).toMatchObject({ code: 'otp_expired' })
    expect(await balances()).toEqual(untouched)
  })
})

test('the whole sum counts against the limits of transfers', async () => {
  await earn(api.db, anna, 200_000)
  for (let times = 0; times < 2; times += 1) expect((await share(equally(75_000))).statusCode).toBe(201)
  expect((await share(equally(100))).json()).toMatchObject({ code: 'limit_exceeded', reason: 'day' })
})

describe('the history', () => {
  // spec: 9.81
  test('has each sharing with its colleagues, and its parts in the sheet; no other user sees it', async () => {
    await share(equally(500))
    const members = team.map(({ id }, index) => ({ id, weight: [8, 7.5, 4.5][index] ?? 0 }))
    const { id } = (await share(sharingOrder(anna.restaurantId, 1_000, members, 'hours'), { comment: 'Банкет' })).json()
    const list = (await annas.get(`/user/sharing?restId=${anna.restaurantId}`)).json()
    expect(list).toMatchObject({ total: 2, pages: 1, items: [{ id, amount: 1_000, people: 3 }, { amount: 500 }] })
    expect((await annas.get(`/user/sharing/${id}`)).json()).toMatchObject({
      ...{ id, way: 'hours', amount: 1_000, comment: 'Банкет', status: 'succeeded' },
      shares: members.map((member, index) => ({
        ...{ recipient_employee_id: member.id, weight: member.weight, amount: [400, 375, 225][index] },
        title: expect.stringMatching(/ · •• \d\d$/),
      })),
    })
    const theirs = await api.signedIn(team[0])
    expect((await theirs.get(`/user/sharing/${id}`)).statusCode).toBe(404)
    expect((await theirs.get(`/user/sharing?restId=${anna.restaurantId}`)).json()).toMatchObject({ total: 0 })
  })

  test('has pages that do not shift when another sharing arrives', async () => {
    for (let n = 1; n <= 21; n += 1) await share(equally(10 + n))
    const path = `/user/sharing?restId=${anna.restaurantId}`
    const first = (await annas.get(path)).json()
    await share(equally(99))
    const second = (await annas.get(`${path}&page=2&as_of=${first.as_of}`)).json()
    expect([first.items.length, first.total, second.total]).toEqual([20, 21, 21])
    expect(second.items).toMatchObject([{ amount: 11 }])
  })
})

describe('the template of a restaurant', () => {
  const path = () => `/user/sharing-template/${anna.restaurantId}`
  const template = () => ({
    way: 'hours',
    members: team.map(({ id }, index) => ({ employee_id: id, ...(index < 2 && { weight: 7.5 }) })),
  })

  // spec: 9.82
  test('is stored, replaced, and names those who have left', async () => {
    expect((await annas.get(path())).json()).toEqual({ template: null })
    await annas.post(path(), { way: 'equal', members: template().members.slice(0, 2) })
    expect((await annas.post(path(), template())).statusCode).toBe(200)
    await fireThird()
    const named = template().members.map((member) => ({ ...member, name: 'Анна Смирнова' }))
    expect((await annas.get(path())).json()).toEqual({ template: { way: 'hours', members: named } })
  })

  test('is the next default employee’s too, without that employee', async () => {
    await annas.post(path(), template())
    await api.db.updateTable('employee').set({ is_default: false }).where('id', '=', anna.id).execute()
    await api.db.updateTable('employee').set({ is_default: true }).where('id', '=', team[0].id).execute()
    const theirs = await api.signedIn(team[0])
    const { members } = (await theirs.get(path())).json().template
    expect(members.map(({ employee_id }: { employee_id: string }) => employee_id)).toEqual([team[1].id, team[2].id])
    expect((await annas.get(path())).statusCode).toBe(403)
    expect((await annas.post(path(), template())).statusCode).toBe(403)
  })

  test('has no member of another restaurant', async () => {
    const outsider = await api.createUser()
    const members = [{ employee_id: team[0].id }, { employee_id: outsider.id }]
    expect((await annas.post(path(), { way: 'equal', members })).statusCode).toBe(404)
  })
})
