import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import type { TestBrowser, TestUser } from '../../http/testing/test-api.ts'
import { addCard, earn, hire, noonZone, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { bookTips } from '../../money/tips/service.ts'
import { newTip } from '../../money/tips/testing/test-tips.ts'
import { codeFor, withdraw } from '../../payouts/testing/withdrawals.ts'
import { type DueMessage, giveUp, leaseDueMessages, markSent, postpone } from './due-messages.ts'
import { gatherEvents } from './gather-events.ts'
import { createPushApi, type PushApi } from './testing/push-api.ts'

let api: PushApi
let anna: TestUser
let browser: TestBrowser
let endpoint: string
beforeAll(async () => {
  api = await createPushApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await sql`delete from push_subscription`.execute(api.db)
  await sql`delete from push_event`.execute(api.db)
  api.service.received.length = 0
  // An order at night would be held.
  anna = await api.createUser({ restaurant: await openRestaurant(api.db, { timeZone: noonZone() }) })
  browser = await api.signedIn(anna)
  endpoint = (await api.subscribe(browser)).endpoint
})

const prefer = (preferences: object) =>
  browser.patch('/user/push', { tips: true, payouts: true, amounts: true, quiet_hours: null, ...preferences })
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())

// spec: 9.86
test('the tips of a minute are one message with their number and sum', async () => {
  await bookTips(api.db, [newTip(anna, 300), newTip(anna, 500)])
  await api.sendDue()
  await earn(api.db, anna, 100)
  await api.sendDue()
  expect(api.service.received).toEqual([])
  expect(await api.shown(endpoint)).toEqual(['Новые чаевые: Вам оставили 3 раза, всего 900 ₽'])
  expect(api.service.received[0]?.message).toMatchObject({ url: '/', tag: 'tips', badge: 3 })
})

// spec: 9.86
test('40 minutes after the last of several tips the result of the shift is one message, and the next shift begins at zero', async () => {
  const gather = async (by: string) => {
    await api.sendDue()
    await api.age(by)
    await api.sendDue()
  }
  const results = async () =>
    (await api.shown(endpoint)).filter((text) => text.startsWith('Итог смены')).map((text) => text.slice(12))
  await bookTips(api.db, [newTip(anna, 300), newTip(anna, 500)])
  await gather('39 minutes')
  await earn(api.db, anna, 100)
  await gather('38 minutes')
  expect(await results()).toEqual([])
  await gather('2 minutes')
  expect(await results()).toEqual(['900 ₽ от 3 гостей'])

  await earn(api.db, anna, 50)
  await gather('41 minutes')
  expect(await results()).toEqual(['900 ₽ от 3 гостей'])
  await prefer({ amounts: false })
  await bookTips(api.db, [newTip(anna, 10), newTip(anna, 20)])
  await gather('41 minutes')
  expect(await results()).toEqual(['900 ₽ от 3 гостей', 'Чаевые от 2 гостей'])
  await bookTips(api.db, [newTip(anna, 10), newTip(anna, 20)])
  await api.sendDue()
  await prefer({ tips: false })
  await gather('41 minutes')
  expect(await results()).toHaveLength(2)
})

test('a shift that ends in quiet hours has no message of its own, as its tips are told after them', async () => {
  const hour = hourIn(noonZone())
  await prefer({ quiet_hours: { from: hour, to: (hour + 23) % 24 } })
  await bookTips(api.db, [newTip(anna, 300), newTip(anna, 500)])
  await api.sendDue()
  await api.age('41 minutes')
  await api.sendDue()
  await prefer({})
  expect(await api.shown(endpoint)).toEqual(['Новые чаевые: Вам оставили 2 раза, всего 800 ₽'])
})

test.each([
  ['sent', markSent],
  ['postponed', (db: Db, message: DueMessage) => postpone(db, message, 10)],
  ['given up', giveUp],
])('a shift whose result is %s while another tip comes is told when it is over', async (_, endAttempt) => {
  await bookTips(api.db, [newTip(anna, 300), newTip(anna, 500)])
  await api.sendDue()
  await api.age('41 minutes')
  const shift = (await leaseDueMessages(api.db, 10)).find(({ kind }) => kind === 'shift') ?? expect.fail()
  await earn(api.db, anna, 100)
  await gatherEvents(api.db)
  await endAttempt(api.db, shift)
  const { minutes } = await api.db
    .selectFrom('push_message')
    .select(sql<number>`extract(epoch from next_attempt_at - clock_timestamp()) / 60`.as('minutes'))
    .where('kind', '=', 'shift')
    .executeTakeFirstOrThrow()
  expect(Number(minutes)).toBeGreaterThan(39)
})

test('a tip that is booked again is no news', async () => {
  const tip = newTip(anna, 300)
  await bookTips(api.db, [tip])
  await bookTips(api.db, [tip])
  expect(await api.shown(endpoint)).toEqual(['Новые чаевые: Вам оставили 300 ₽'])
})

test('a tip whose booking fails is not announced', async () => {
  const unknown = { id: crypto.randomUUID() }
  await expect(bookTips(api.db, [newTip(anna, 300), newTip(unknown, 300)])).rejects.toThrow()
  expect(await api.shown(endpoint)).toEqual([])
})

// spec: 9.86
test('a phone that was off shows one message with all that came meanwhile, and counts from zero once the tips are seen', async () => {
  await earn(api.db, anna, 300)
  await api.shown(endpoint)
  await earn(api.db, anna, 200)
  await api.shown(endpoint)
  expect(api.service.delivered(endpoint)).toMatchObject([{ body: expect.stringMatching(/2.раза, всего 500/) }])

  const seen = await browser.post('/user/push/seen', { hides_amounts: false })
  expect(seen.json()).toEqual({ subscribed: true, renew_with: null })
  await earn(api.db, anna, 50)
  await api.shown(endpoint)
  expect(api.service.delivered(endpoint)).toMatchObject([{ body: expect.stringContaining('оставили 50'), badge: 1 }])
})

test('a message of a day ago is not repeated', async () => {
  await earn(api.db, anna, 300)
  await api.shown(endpoint)
  await api.age('25 hours')
  await earn(api.db, anna, 200)
  expect((await api.shown(endpoint)).at(-1)).toBe('Новые чаевые: Вам оставили 200 ₽')
})

test('each browser of the user gets a message, and no other user does', async () => {
  const laptop = await api.subscribe(await api.signedIn(anna))
  const colleague = await hire(api.db, { id: anna.restaurantId, bank: anna.bank })
  const other = await api.subscribe(await api.signedIn(colleague))
  await earn(api.db, anna, 300)
  expect(await api.shown(endpoint)).toHaveLength(1)
  expect(await api.shown(laptop.endpoint)).toHaveLength(1)
  expect(await api.shown(other.endpoint)).toEqual([])
})

// spec: 9.86
test('a colleague who gets a share is told how much, and nobody else is', async () => {
  const boss = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank }, isDefault: true })
  const bosses = await api.signedIn(boss)
  const other = await api.subscribe(bosses)
  await earn(api.db, boss, 1_000)
  await api.shown(other.endpoint)
  const order = { kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id: anna.id, amount: 180 } as const
  const transfer = async () => {
    const body = { ...order, code: await codeFor(api.db, boss, order) }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await bosses.post('/user/payout', body, { headers })).statusCode).toBe(201)
  }
  await transfer()
  expect(await api.shown(endpoint)).toEqual(['С вами поделились чаевыми: Вам перевели 180 ₽'])
  expect(await api.shown(other.endpoint)).toEqual(['Новые чаевые: Вам оставили 1 000 ₽'])
  await prefer({ tips: false })
  await transfer()
  expect(await api.shown(endpoint)).toHaveLength(1)
})

/** Orders a payout, which the sandbox pays or declines, and waits for its end. */
async function payout(last4: string) {
  await earn(api.db, anna, 2_000)
  const { id } = await withdraw(api.db, anna, 1_500, { last4 })
  api.wakePayoutWorker()
  const statuses = api.db.selectFrom('payout').select('status').where('id', '=', id)
  await expect.poll(async () => (await statuses.executeTakeFirstOrThrow()).status).toMatch(/succeeded|canceled/)
}

test('a payout that is paid, and one that is not, are sent immediately', async () => {
  await prefer({ tips: false })
  await payout('1234')
  await payout('0002')
  await api.sendDue()
  const shown = api.service.delivered(endpoint).map(({ title, body }) => `${title}: ${body}`.replaceAll('\u00A0', ' '))
  expect(shown.toSorted()).toEqual([
    // The amount that arrives, without the fee.
    'Вывод выплачен: Вам отправлено 1 477,50 ₽',
    'Вывод отклонён: 1 500 ₽ снова на балансе',
  ])
})

test('messages that the user has switched off are not sent, and those about payout methods always are', async () => {
  await prefer({ tips: false, payouts: false })
  await payout('1234')
  await earn(api.db, anna, 300)
  const card = await addCard(api.db, anna, '4321')
  expect((await browser.delete(`/user/bank-card/${card}`)).statusCode).toBe(204)
  expect(await api.shown(endpoint)).toEqual([
    'Способы вывода изменились: Проверьте их. Если это не вы, сразу восстановите пароль',
  ])
})

// spec: 2.162
test('amounts are hidden where the user has chosen so, and in a browser that hides them or locks the portal', async () => {
  const hiding = await api.subscribe(await api.signedIn(anna), { hides_amounts: true })
  await earn(api.db, anna, 300)
  expect(await api.shown(endpoint)).toEqual(['Новые чаевые: Вам оставили 300 ₽'])
  expect(await api.shown(hiding.endpoint)).toEqual(['Новые чаевые: Посмотрите, сколько'])
  const locking = await api.signedIn(anna)
  const locked = await api.subscribe(locking)
  await locking.post('/session/lock', { pin: '8253', after_minutes: 1, current_password: anna.password })
  await earn(api.db, anna, 100)
  expect(await api.shown(locked.endpoint)).toEqual(['Новые чаевые: Посмотрите, сколько'])
  await prefer({ amounts: false })
  await earn(api.db, anna, 200)
  expect((await api.shown(endpoint)).at(-1)).toBe('Новые чаевые: Вам оставили 3 раза')
})

// spec: 2.162, 9.86
test('quiet hours of the restaurant delay all messages except those about payout methods to their end, as one message', async () => {
  const zone = 'Asia/Vladivostok'
  await api.db.updateTable('restaurant').set({ time_zone: zone }).where('id', '=', anna.restaurantId).execute()
  const hour = hourIn(zone)
  // All day except one hour, so that it is quiet by the clock of Moscow, too, which messages about methods have.
  await prefer({ quiet_hours: { from: hour, to: (hour + 23) % 24 } })
  await earn(api.db, anna, 300)
  expect(await api.shown(endpoint)).toEqual([])
  await earn(api.db, anna, 200)
  await browser.delete(`/user/bank-card/${await addCard(api.db, anna, '4321')}`)
  expect(await api.shown(endpoint)).toEqual([expect.stringContaining('Способы вывода изменились')])

  const { next_attempt_at } = await api.db
    .selectFrom('push_message')
    .select('next_attempt_at')
    .where('kind', '=', 'tip')
    .executeTakeFirstOrThrow()
  // The last call has moved it by a minute.
  const end = new Date(Number(next_attempt_at) + 61_000)
  const hoursLeft = (end.getTime() - Date.now()) / 3_600_000
  expect(hoursLeft).toBeGreaterThan(21.9)
  expect(hoursLeft).toBeLessThanOrEqual(23.1)

  await prefer({ quiet_hours: { from: (hour + 2) % 24, to: (hour + 4) % 24 } })
  expect((await api.shown(endpoint)).at(-1)).toBe('Новые чаевые: Вам оставили 2 раза, всего 500 ₽')
})

test('tips at two restaurants are one message', async () => {
  const other = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
  await bookTips(api.db, [newTip(anna, 300), newTip(other, 200)])
  expect(await api.shown(endpoint)).toEqual(['Новые чаевые: Вам оставили 2 раза, всего 500 ₽'])
})

// spec: 9.83
test('the push service sees no text, no length and no kind', async () => {
  await earn(api.db, anna, 300)
  await browser.delete(`/user/bank-card/${await addCard(api.db, anna, '4321')}`)
  await api.shown(endpoint)
  const [one, other] = api.service.received
  expect(one && other && one.body.length === other.body.length).toBe(true)
  for (const { headers, body } of api.service.received) {
    expect(Object.keys(headers).toSorted()).toEqual([
      'authorization',
      'connection',
      'content-encoding',
      'content-length',
      'content-type',
      'host',
      'topic',
      'ttl',
      'urgency',
    ])
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
    for (const mark of ['Чаевые', 'чаевые', anna.phone, anna.userId]) expect(body.includes(mark)).toBe(false)
  }
  expect(api.service.received.map(({ headers }) => [headers.ttl, headers.urgency]).toSorted()).toEqual([
    ['604800', 'high'],
    ['86400', 'normal'],
  ])
})
