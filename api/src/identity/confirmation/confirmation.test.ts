import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { UserOtpRequest } from '@portal/contracts/otp'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { addCard, earn, hire, openRestaurant, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { shortName } from '../../payouts/confirmation-request.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let card: string
let order: OrderToConfirm & { kind: 'payout' }
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  browser = await api.signedIn(anna)
  card = await addCard(api.db, anna)
  await earn(api.db, anna, 50_000)
  order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: card, amount: 6_000 }
})

const send = (request?: UserOtpRequest) => browser.post(`/otp/send/user/${anna.userId}`, request)
async function codeFor(request?: UserOtpRequest): Promise<string> {
  expect((await send(request)).statusCode).toBe(200)
  return await api.codeSentTo(anna.phone)
}
const createOrder = (body: object, key = crypto.randomUUID() as string) =>
  browser.post('/user/payout', body, { headers: { 'idempotency-key': key } })
const messages = async () =>
  (await api.db.selectFrom('sandbox.sms').select('text').where('phone', '=', anna.phone).orderBy('id').execute()).map(
    ({ text }) =>
      text
        .split(/\n|\. Никому/)[0]
        ?.split('— ')[1]
        ?.replaceAll('\u00A0', ' '),
  )
const colleague = () =>
  hire(api.db, { id: anna.restaurantId, bank: anna.bank }, { firstName: 'Глеб', lastName: 'Орлов' })

test('a code names its order: amount, destination and fee', async () => {
  const gleb = await colleague()
  await api.db.updateTable('user_account').set({ phone: '+79990000067' }).where('id', '=', gleb.userId).execute()
  await send({ order })
  const transfer = {
    kind: 'transfer',
    rest_id: anna.restaurantId,
    recipient_employee_id: gleb.id,
    amount: 500,
  } as const
  await send({ purpose: 'transfer', order: transfer })
  await send()
  await send({ purpose: 'transfer' })
  const shares = [
    { recipient_employee_id: (await colleague()).id, weight: 1, amount: 2 },
    { recipient_employee_id: gleb.id, weight: 99, amount: 198 },
  ]
  await send({ order: { kind: 'sharing', rest_id: anna.restaurantId, amount: 200, way: 'percent', shares } })
  expect(await messages()).toEqual([
    'код для вывода 6 000 ₽ на Мир •• 1234, комиссия 90 ₽',
    'код для перевода 500 ₽ · Глеб О. •• 67',
    'код для вывода до 5 000 ₽ на любую вашу карту или СБП, комиссия до 75 ₽',
    'код для перевода до 5 000 ₽ любому коллеге',
    'код для перевода 200 ₽ · 2 сотрудникам, макс. 198 ₽ · Глеб О. •• 67',
  ])
})

test.each([
  ['Глеб Орлов', 'Глеб О.'],
  ['Глеб', 'Глеб'],
  ['Код\n123456 @evil.com #1', 'Код e.'],
  ['Константинопольский-Задунайский Пётр', 'Константинополь П.'],
  ['محمد علي', '\u2068محمد ع.\u2069'],
])('%j is %s in a message', (name, short) => {
  expect(shortName(name)).toBe(short)
})

describe('a code for one order confirms no other:', () => {
  test.each([
    ['amount', async () => ({ amount: 6_001 })],
    ['smaller amount', async () => ({ amount: 500 })],
    ['card', async () => ({ binding_id: await addCard(api.db, anna, '4321') })],
    [
      'restaurant',
      async () => {
        const job = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
        await earn(api.db, job, 50_000)
        return { rest_id: job.restaurantId }
      },
    ],
    ['kind', async () => ({ kind: 'transfer', binding_id: undefined, recipient_employee_id: (await colleague()).id })],
  ])('another %s', async (_, change) => {
    const code = await codeFor({ order })
    const other = await createOrder({ ...order, ...(await change()), code })
    expect(other.statusCode).toBe(410)
    expect(other.json()).toMatchObject({ code: 'otp_expired' })
    expect(await walletBalance(api.db, anna)).toBe(50_000_00)
    // No guess was counted, and the code still confirms its own order.
    expect((await createOrder({ ...order, code })).statusCode).toBe(201)
  })
})

describe('an order whose fee has changed', () => {
  const share = (fee_share: number) =>
    api.db.updateTable('restaurant').set({ fee_share }).where('id', '=', anna.restaurantId).execute()

  test('since its code was sent is refused, and a code for the new fee is sent immediately', async () => {
    await share(50)
    const code = await codeFor({ order })
    await share(0)
    const refused = await createOrder({ ...order, code })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'quote_changed'])
    expect(await walletBalance(api.db, anna)).toBe(50_000_00)
    const created = await createOrder({ ...order, code: await codeFor({ order }) })
    expect(created.json()).toMatchObject({ fee: 90, net: 5_910 })
  })

  test('since the page showed it gets no code, and is refused with any', async () => {
    const shown = { ...order, fee: 45 }
    const refused = [await send({ order: shown }), await createOrder({ ...shown, code: await codeFor({ order }) })]
    for (const response of refused) expect([response.statusCode, response.json().code]).toEqual([422, 'quote_changed'])
    expect((await createOrder({ ...order, fee: 90, code: await api.codeSentTo(anna.phone) })).statusCode).toBe(201)
  })
})

test('a changed order gets a code of its own immediately, and each code holds for its own order', async () => {
  const first = await codeFor({ order })
  const second = await codeFor({ order: { ...order, amount: 7_000 } })
  expect((await send({ order })).json()).toMatchObject({ code: 'otp_too_often' })
  if (first !== second) {
    expect((await createOrder({ ...order, amount: 7_000, code: first })).json()).toMatchObject({ code: 'otp_invalid' })
  }
  expect((await createOrder({ ...order, code: first })).statusCode).toBe(201)
  expect((await createOrder({ ...order, amount: 7_000, code: second })).statusCode).toBe(201)
})

// spec: 11.13
test.each([
  [5_000, 201],
  [5_001, 410],
])('a code without an order confirms %d ₽ with %d', async (amount, status) => {
  expect((await createOrder({ ...order, amount, code: await codeFor() })).statusCode).toBe(status)
})

test.each([
  ['with an order', () => ({ order })],
  ['without one', () => undefined],
])('of two simultaneous orders with one code %s one is made', async (_, request) => {
  order.amount = 5_000
  const body = { ...order, code: await codeFor(request()) }
  const responses = await Promise.all([createOrder(body), createOrder(body), createOrder(body)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410, 410])
  expect(await walletBalance(api.db, anna)).toBe(45_000_00)
})

test('another user’s code for the same order confirms nothing', async () => {
  const boris = await api.createUser()
  const theirs = await api.signedIn(boris)
  await theirs.post(`/otp/send/user/${boris.userId}`)
  const code = await api.codeSentTo(boris.phone)
  expect((await createOrder({ ...order, amount: 500, code })).json()).toMatchObject({ code: 'otp_expired' })
})

test('no code is sent for an order that the rules do not allow', async () => {
  const boris = await api.createUser()
  const theirs = await addCard(api.db, boris)
  const forbidden: [UserOtpRequest, number, string][] = [
    [{ order: { ...order, binding_id: theirs } }, 404, 'not_found'],
    [{ order: { ...order, rest_id: boris.restaurantId } }, 404, 'not_found'],
    [{ order: { ...order, amount: 75_001 } }, 422, 'limit_exceeded'],
    [{ purpose: 'transfer', order }, 400, 'malformed'],
    [{ purpose: 'sbp_bank', binding_id: theirs, bank_id: '100000000004' }, 404, 'not_found'],
  ]
  for (const [request, status, code] of forbidden) {
    const response = await send(request)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  }
  expect(await messages()).toEqual([])
})
