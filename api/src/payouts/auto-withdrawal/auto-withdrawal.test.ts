import type { NewAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { deleteUserSessions } from '../../identity/session/repository.ts'
import { setPasswordHash } from '../../identity/users/repository.ts'
import { addCard, earn, hire, noonZone, openRestaurant, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { settle } from '../delivery/settle.ts'
import { automaticPayouts, endLeases, readRule, switchOn } from './testing/rules.ts'
import { runDueRules } from './worker.ts'

// Payouts stay on their way until a test settles them.
const api = sharedApi({ sandboxSettlesAfterMs: 3_600_000 })
let anna: TestUser
let browser: TestBrowser
let card: string
beforeEach(async () => {
  await sql`update auto_withdrawal set stopped_at = now(), stop_reason = 'user' where stopped_at is null`.execute(
    api.db,
  )
  anna = await api.createUser({ restaurant: await openRestaurant(api.db, { timeZone: noonZone() }) })
  browser = await api.signedIn(anna)
  card = await addCard(api.db, anna)
})

const path = () => `/user/auto-withdrawal/${anna.restaurantId}`
const daily = (hour: number, day_limit = 50_000) =>
  ({ binding_id: card, schedule: { kind: 'daily', hour }, day_limit }) satisfies NewAutoWithdrawal
const threshold = (amount: number, day_limit = 50_000) =>
  ({ binding_id: card, schedule: { kind: 'threshold', amount }, day_limit }) satisfies NewAutoWithdrawal

const requestCode = (rule: NewAutoWithdrawal) =>
  browser.post(`/otp/send/user/${anna.userId}`, {
    purpose: 'auto_withdrawal',
    rule: { ...rule, rest_id: anna.restaurantId },
  })
async function codeFor(rule: NewAutoWithdrawal): Promise<string> {
  expect((await requestCode(rule)).statusCode).toBe(200)
  return await api.codeSentTo(anna.phone)
}
async function confirm(rule: NewAutoWithdrawal) {
  const response = await browser.post(path(), { ...rule, code: await codeFor(rule) })
  expect(response.statusCode).toBe(200)
  return response.json().rule
}
async function run() {
  await endLeases(api.db)
  await runDueRules(api)
}
const rule = () => readRule(api, anna)
async function lastPayout(): Promise<string> {
  return (await rule()).last_payout?.id ?? ''
}
const refuse = async () =>
  void (await settle(api.db, await lastPayout(), { status: 'declined', reason: 'card_invalid' }))
const pay = async () => void (await settle(api.db, await lastPayout(), { status: 'paid', rrn: '1' }))
const readAudit = async (id: string) => {
  const rows = await api.db
    .selectFrom('audit_event')
    .select(['action', 'actor_type', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.filter(({ action }) => action.startsWith('auto_withdrawal'))
}

describe('a rule', () => {
  test('is not switched on by a late request of a session that ended with a recovery, which stops rules', async () => {
    const wanted = { ...daily(9), code: await codeFor(daily(9)) }
    const { response } = await api.db.transaction().execute(async (trx) => {
      await setPasswordHash(trx, anna.userId, 'the hash of another password')
      await deleteUserSessions(trx, anna.userId)
      const response = browser.post(path(), wanted)
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      return { response }
    })
    expect((await response).statusCode).toBe(401)
    expect(await rule()).toBeNull()
  })

  // spec: 2.282
  test('is confirmed by a code that names it, and is reported to the owner', async () => {
    expect((await browser.get(path())).json()).toEqual({ rule: null })
    const set = await confirm(daily(9))
    expect(set).toMatchObject({ ...daily(9), method_title: 'Мир •• 1234', next_run_at: expect.any(String) })
    expect(await rule()).toEqual(set)
    const messages = (await api.messagesTo(anna.phone)).map((text) => text.replaceAll('\u00A0', ' '))
    expect(messages[0]).toContain('код для автовывода в 09:00 на Мир •• 1234, до 50 000 ₽ в день')
    expect(messages.at(-1)).toContain('настроен автовывод на карту •• 1234')
    expect(await readAudit(anna.userId)).toMatchObject([
      { action: 'auto_withdrawal_set', after: { ...daily(9), employee_id: anna.id } },
    ])
  })

  // spec: 2.282
  test.each([
    ['hour', () => daily(10)],
    ['larger limit', () => daily(9, 50_001)],
    ['sum to keep', () => ({ ...daily(9), keep: 2_000 })],
    ['threshold', () => ({ ...threshold(152_000), keep: 2_000 })],
    ['schedule', () => threshold(5_000)],
    ['card', async () => ({ ...daily(9), binding_id: await addCard(api.db, anna, '4321') })],
  ])('with another %s requires another code', async (_, change) => {
    await confirm(daily(9))
    const other = await change()
    expect((await browser.post(path(), other)).json()).toMatchObject({ code: 'confirmation_required' })
    const code = await codeFor(daily(9))
    expect((await browser.post(path(), { ...other, code })).json()).toMatchObject({ code: 'otp_expired' })
    expect(await rule()).toMatchObject(daily(9))
  })

  test('is not switched on by a code of an order, or without one, or again after it was switched off', async () => {
    await browser.post(`/otp/send/user/${anna.userId}`)
    const code = await api.codeSentTo(anna.phone)
    expect((await browser.post(path(), { ...daily(9), code })).json()).toMatchObject({ code: 'otp_expired' })
    await confirm(daily(9))
    expect((await browser.delete(path())).json().rule).toMatchObject({ stopped: { reason: 'user' } })
    expect((await browser.post(path(), daily(9))).json()).toMatchObject({ code: 'confirmation_required' })
    await confirm(daily(9))
    expect(await rule()).not.toHaveProperty('stopped')
  })

  // spec: 2.283
  test('is the same after a simultaneous second tap, and after a lost response', async () => {
    const body = { ...daily(9), code: await codeFor(daily(9)) }
    const responses = await Promise.all([1, 2, 3].map(() => browser.post(path(), body)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await browser.post(path(), body)).statusCode).toBe(200)
    expect(await readAudit(anna.userId)).toHaveLength(1)
  })

  test('is changed thirty times an hour at most, and may always be switched off', async () => {
    await confirm(daily(9))
    for (let time = 0; time < 29; time++) expect((await browser.post(path(), daily(9))).statusCode).toBe(200)
    expect((await browser.post(path(), daily(9))).json()).toMatchObject({ code: 'too_often' })
    expect((await browser.delete(path())).statusCode).toBe(200)
  })

  test.each([
    ['a limit below the minimum', () => daily(9, 99), 422, 'below_minimum'],
    ['a limit above that of a day', () => daily(9, 150_001), 422, 'limit_exceeded'],
    ['a threshold below the minimum', () => threshold(99), 422, 'below_minimum'],
    [
      'a threshold below what it keeps and the minimum',
      () => ({ ...threshold(2_099), keep: 2_000 }),
      422,
      'below_minimum',
    ],
    [
      'a threshold above what it keeps and the limit of a day',
      () => ({ ...threshold(152_001), keep: 2_000 }),
      422,
      'limit_exceeded',
    ],
    ['less than nothing to keep', () => ({ ...daily(9), keep: -1 }), 400, 'malformed'],
    ['kopecks to keep', () => ({ ...daily(9), keep: 0.5 }), 400, 'malformed'],
    ['an invalid hour', () => daily(24), 400, 'malformed'],
    [
      'another user’s card',
      async () => ({ ...daily(9), binding_id: await addCard(api.db, await api.createUser()) }),
      404,
      'not_found',
    ],
  ])('is neither stored nor confirmed with %s', async (_, change, status, code) => {
    const body = await change()
    expect((await requestCode(body)).statusCode).toBe(status)
    const response = await browser.post(path(), { ...body, code: '000000' })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })
})

describe('a rule by threshold', () => {
  // spec: 2.284
  test('withdraws all whole rubles once the balance reaches it, and shows that in the operations', async () => {
    await switchOn(api.db, anna, { card })
    await earn(api.db, anna, 999.99)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    await earn(api.db, anna, 500.51)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_500])
    expect(await walletBalance(api.db, anna)).toBe(50)
    const [line] = (await browser.get('/user/billing?type=payout')).json().items
    expect(line).toMatchObject({ title: 'Автовывод · Мир •• 1234', amount: 1_500, fee: 22.5, status: 'pending' })
    expect((await browser.get(`/user/payout/${line.payout_id}`)).json()).toMatchObject({
      automatic: true,
      net: 1_477.5,
    })
  })

  test('waits while its payout is on its way, and withdraws no more than its limit in a day', async () => {
    await switchOn(api.db, anna, { card, day_limit: 2_500 })
    for (const [amount, payouts] of [
      [2_000, [2_000]],
      [3_000, [2_000]],
    ] as const) {
      await earn(api.db, anna, amount)
      await run()
      expect(await automaticPayouts(api.db, anna)).toEqual(payouts)
    }
    await pay()
    for (let time = 0; time < 2; time++) {
      await run()
      expect(await automaticPayouts(api.db, anna)).toEqual([2_000, 500])
      if (time === 0) await pay()
    }
    expect(await rule()).toMatchObject({ waited: { reason: 'limit' } })
  })

  test('withdraws what the limits of the portal leave: of one order, and of a new card', async () => {
    await switchOn(api.db, anna, { card })
    await earn(api.db, anna, 100_000)
    await api.db.updateTable('payout_binding').set({ confirmed_at: new Date() }).where('id', '=', card).execute()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([10_000])
    await api.db
      .updateTable('payout_binding')
      .set({ confirmed_at: new Date(0) })
      .where('id', '=', card)
      .execute()
    await pay()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([10_000, 75_000])
  })
})

describe('a rule that keeps a sum', () => {
  const everyDay = { schedule: { kind: 'daily', hour: 9 }, keep: 2_000 } as const
  const keep = () => api.db.selectFrom('auto_withdrawal').select('keep').where('employee_id', '=', anna.id)

  test.each([
    ['less than it keeps', 1_999.99, [], 'below_minimum'],
    ['what it keeps', 2_000, [], 'below_minimum'],
    ['99 ₽ more', 2_099.99, [], 'below_minimum'],
    ['the minimum more', 2_100, [100], undefined],
    ['the minimum and kopecks more', 2_100.99, [100], undefined],
    ['more than its limit of a day', 12_000, [5_000], undefined],
  ])('withdraws only what is above it from a balance of %s', async (_, balance, payouts, waited) => {
    await switchOn(api.db, anna, { card, day_limit: 5_000, ...everyDay })
    await earn(api.db, anna, balance)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual(payouts)
    expect((await rule()).waited?.reason).toBe(waited)
  })

  test('withdraws what is above it once the balance reaches the threshold', async () => {
    await switchOn(api.db, anna, { card, schedule: { kind: 'threshold', amount: 5_000 }, keep: 2_000 })
    await earn(api.db, anna, 4_999.99)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    await earn(api.db, anna, 0.51)
    for (let time = 0; time < 2; time++) {
      await run()
      expect(await automaticPayouts(api.db, anna)).toEqual([3_000])
      expect(await walletBalance(api.db, anna)).toBe(2_000_50)
      if (time === 0) await pay()
    }
  })

  test('is named in the message, also to an earlier page, which does not name it and leaves it as it is', async () => {
    const wanted = { ...threshold(2_100), keep: 2_000 }
    expect(await confirm(wanted)).toMatchObject(wanted)
    const messages = (await api.messagesTo(anna.phone)).map((text) => text.replaceAll('\u00A0', ' '))
    expect(messages[0]).toContain('до 50 000 ₽ в день, остаток 2 000 ₽, комиссия')
    expect((await browser.post(path(), wanted)).statusCode).toBe(200)
    expect((await browser.get('/user/personal-data')).json().auto_withdrawals).toMatchObject([{ keep: 2_000 }])
    await confirm(threshold(2_200))
    expect(await keep().executeTakeFirst()).toEqual({ keep: 2_000_00 })
    const lastCode = (await api.messagesTo(anna.phone)).findLast((text) => text.includes('код для автовывода'))
    expect(lastCode?.replaceAll('\u00A0', ' ')).toContain(
      'от 2 200 ₽ на Мир •• 1234, до 50 000 ₽ в день, остаток 2 000 ₽',
    )
    expect((await requestCode(threshold(2_099))).json()).toMatchObject({ code: 'below_minimum' })
    await confirm({ ...threshold(2_200), keep: 0 })
    expect(await keep().executeTakeFirst()).toEqual({ keep: 0 })
  })
})

describe('a daily rule', () => {
  /** Moves the rule's hour to noon, because it is noon at the restaurant now. */
  const begin = () =>
    api.db.updateTable('auto_withdrawal').set({ daily_hour: 12 }).where('employee_id', '=', anna.id).execute()

  // spec: 2.285
  test('begins at the hour of the restaurant, once a date, also with another hour', async () => {
    await earn(api.db, anna, 1_000)
    await confirm(daily(14))
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    await begin()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    await pay()
    await earn(api.db, anna, 2_000)
    await confirm(daily(15))
    await begin()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    await sql`update auto_withdrawal set ran_on = ran_on - 1 where employee_id = ${anna.id}`.execute(api.db)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000, 2_000])
  })

  test('begins tomorrow where its hour has passed when it is confirmed', async () => {
    await earn(api.db, anna, 1_000)
    const { next_run_at } = await confirm(daily(11))
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    const hours = (Date.parse(next_run_at) - Date.now()) / 3_600_000
    // The hour after noon may have begun meanwhile.
    expect(hours).toBeGreaterThan(21)
    expect(hours).toBeLessThan(24)
  })

  /** Makes the rule one month old, with its last run some days ago. */
  const ranDaysAgo = (days: number | null) =>
    sql`update auto_withdrawal set confirmed_at = now() - interval '30 days',
      ran_on = (now() at time zone ${noonZone()})::date - ${days}::int where employee_id = ${anna.id}`.execute(api.db)
  const hoursUntil = async () => (Date.parse((await rule()).next_run_at ?? '') - Date.now()) / 3_600_000

  // spec: 2.285
  test('makes up for an hour that was missed until midnight, once, and runs at the hour of today too', async () => {
    await switchOn(api.db, anna, { card, schedule: { kind: 'daily', hour: 23 } })
    await ranDaysAgo(4)
    await earn(api.db, anna, 1_000)
    expect(await hoursUntil()).toBeLessThan(0)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    await pay()
    await earn(api.db, anna, 2_000)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    expect(await hoursUntil()).toBeGreaterThan(9)
    expect(await hoursUntil()).toBeLessThan(12)
    for (let time = 0; time < 2; time++) {
      await begin()
      await run()
      expect(await automaticPayouts(api.db, anna)).toEqual([1_000, 2_000])
      await pay()
      await earn(api.db, anna, 3_000)
    }
  })

  test('makes up for the day in which its payout was still on its way', async () => {
    await switchOn(api.db, anna, { card, schedule: { kind: 'daily', hour: 9 } })
    await earn(api.db, anna, 1_000)
    await run()
    await api.db.updateTable('auto_withdrawal').set({ daily_hour: 23 }).where('employee_id', '=', anna.id).execute()
    await ranDaysAgo(2)
    await earn(api.db, anna, 2_000)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    await pay()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000, 2_000])
  })

  test.each([
    ['it has run for', 1, '30 days'],
    ['before it was confirmed', null, '0 days'],
    ['on which it was off, while it ran before', 9, '0 days'],
  ])('makes up for no day %s', async (_, days, confirmed) => {
    await switchOn(api.db, anna, { card, schedule: { kind: 'daily', hour: 23 } })
    await ranDaysAgo(days)
    await sql`update auto_withdrawal set confirmed_at = now() - ${confirmed}::interval where employee_id = ${anna.id}`.execute(
      api.db,
    )
    await earn(api.db, anna, 1_000)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    expect(await hoursUntil()).toBeGreaterThan(9)
    expect(await hoursUntil()).toBeLessThan(12)
  })

  test('does not run twice for a date that the clock of another time zone has once more', async () => {
    await confirm(daily(11))
    await ranDaysAgo(-1)
    await confirm(daily(10))
    const stored = sql<{ days: number }>`select ran_on - (now() at time zone ${noonZone()})::date as days
      from auto_withdrawal where employee_id = ${anna.id}`
    expect((await stored.execute(api.db)).rows).toEqual([{ days: 1 }])
  })

  // spec: 2.286
  test('waits for the next day with less than the minimum, and is no failure', async () => {
    await switchOn(api.db, anna, { card, schedule: { kind: 'daily', hour: 9 } })
    await earn(api.db, anna, 99.99)
    await run()
    expect(await rule()).toMatchObject({ waited: { reason: 'below_minimum' } })
    expect(await rule()).not.toHaveProperty('stopped')
    await earn(api.db, anna, 1_000)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    await sql`update auto_withdrawal set ran_on = ran_on - 1 where employee_id = ${anna.id}`.execute(api.db)
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_099])
    expect(await rule()).not.toHaveProperty('waited')
  })
})

test('a rule goes on after the user is dismissed, also with tips that come later', async () => {
  await confirm(threshold(1_000))
  await api.operator().post(`/employees/${anna.id}/dismiss`, { reason: 'Уволен' })
  await earn(api.db, anna, 1_000)
  await run()
  expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
})

describe('a rule stops by itself', () => {
  // spec: 2.287
  test('after a refusal, with a message, and is switched on again by a code', async () => {
    await confirm(threshold(1_000))
    await earn(api.db, anna, 1_000)
    await run()
    await refuse()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
    expect(await walletBalance(api.db, anna)).toBe(1_000_00)
    expect(await rule()).toMatchObject({
      stopped: { reason: 'refused' },
      last_payout: { status: 'canceled', reason: 'card_invalid' },
    })
    expect(await readAudit(anna.id)).toMatchObject([
      { action: 'auto_withdrawal_stopped', actor_type: 'system', after: { stop: 'refused' } },
    ])
    await runDueRules(api)
    const sent = await api.messagesTo(anna.phone)
    expect(sent.filter((text) => text.includes('автовывод остановлен'))).toEqual([
      'Чаевые: автовывод остановлен. Подробнее: localhost:3000/out/auto',
    ])
    await sql`update otp set created_at = now() - interval '1 hour' where subject = ${anna.userId}`.execute(api.db)
    await confirm(threshold(1_000))
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000, 1_000])
  })

  test('after an operator has rejected the order that was held as unusual', async () => {
    await switchOn(api.db, anna, { card })
    await earn(api.db, anna, 2_000)
    await sql`update auto_withdrawal set device_since = now(), passkey_since = now() where employee_id = ${anna.id}`.execute(
      api.db,
    )
    await sql`insert into device (token_hash, user_id, created_at) values (${Buffer.from(anna.id)}, ${anna.userId}, now() - interval '30 days')`.execute(
      api.db,
    )
    await run()
    expect(await rule()).toMatchObject({ last_payout: { review: 'open' } })
    const { statusCode } = await api.operator().post(`/payouts/${await lastPayout()}/reject`, { reason: 'Не он' })
    expect(statusCode).toBe(204)
    expect(await rule()).toMatchObject({ stopped: { reason: 'refused' }, last_payout: { review: 'rejected' } })
  })

  // spec: 2.288
  test.each([
    ['its card is deleted', 'method_removed', () => browser.delete(`/user/bank-card/${card}`)],
    [
      'its card is blocked',
      'method_blocked',
      () => api.db.updateTable('payout_binding').set({ status: 'blocked' }).where('id', '=', card).execute(),
    ],
    [
      'the restaurant has another bank',
      'method_unavailable',
      () => api.db.updateTable('restaurant').set({ bank: 'Альфа-Банк' }).where('id', '=', anna.restaurantId).execute(),
    ],
    [
      'the account is blocked',
      'account_blocked',
      () => api.operator().post(`/users/${anna.userId}/block`, { reason: 'Украден' }),
    ],
  ])('when %s', async (_, reason, change) => {
    await switchOn(api.db, anna, { card })
    await earn(api.db, anna, 1_000)
    await change()
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    const { stop_reason } = await api.db
      .selectFrom('auto_withdrawal')
      .select('stop_reason')
      .where('employee_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(stop_reason).toBe(reason)
    // The rule stays off when the reason is gone.
    await api.operator().post(`/employees/${anna.id}/reinstate`, { reason: 'Вернулся' })
    await api.operator().post(`/users/${anna.userId}/unblock`, { reason: 'Нашёлся' })
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
  })

  test('when the password is recovered: a thief may have set it', async () => {
    await switchOn(api.db, anna, { card })
    const thief = api.browser()
    await thief.post('/otp/send/recovery', { phone_number: anna.phone })
    await expect.poll(() => api.codeSentTo(anna.phone).catch(() => '')).toMatch(/^\d{6}$/)
    const code = await api.codeSentTo(anna.phone)
    const { a, b } = (await thief.post('/user/password/request', { phone_number: anna.phone, code })).json()
    expect((await thief.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })).statusCode).toBe(204)
    expect(await rule()).toMatchObject({ stopped: { reason: 'password_recovered' } })
  })
})

describe('the fee that was confirmed with a rule', () => {
  const share = (fee_share: number) =>
    api.db.updateTable('restaurant').set({ fee_share }).where('id', '=', anna.restaurantId).execute()

  test('is named in the message, and a higher one is refused at the code and stops the rule later', async () => {
    await share(50)
    const code = await codeFor(threshold(1_000))
    expect((await api.messagesTo(anna.phone)).at(-1)?.replaceAll('\u00A0', ' ')).toContain(
      'автовывода от 1 000 ₽ на Мир •• 1234, до 50 000 ₽ в день, комиссия 0,75 %, мин. 7,50 ₽',
    )
    await share(0)
    const refused = await browser.post(path(), { ...threshold(1_000), code })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'quote_changed'])
    await share(50)
    const shown = { ...threshold(1_000), fee: { percent: 0.75, fixed: 0, min: 7.5 } }
    expect((await browser.post(path(), { ...shown, code })).statusCode).toBe(200)

    await share(0)
    await earn(api.db, anna, 1_000)
    await run()
    expect((await rule()).stopped).toMatchObject({ reason: 'method_unavailable', fee_changed: true })
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    await runDueRules(api)
    expect((await api.messagesTo(anna.phone)).at(-1)).toContain('автовывод остановлен')
  })

  test('holds for each withdrawal: one of which the restaurant bears no share waits for the next day', async () => {
    await share(100)
    await confirm(threshold(100))
    for (let times = 0; times < 3; times++) {
      await earn(api.db, anna, 100)
      await run()
      if ((await rule()).last_payout?.status !== 'succeeded') await pay()
    }
    expect(await automaticPayouts(api.db, anna)).toEqual([100, 100])
    expect((await rule()).waited).toMatchObject({ reason: 'limit' })
  })
})

describe('a restaurant whose time zone the database does not know', () => {
  // An earlier version may have stored such a time zone, or a newer PostgreSQL may have dropped it.
  const moveTo = (time_zone: string) =>
    api.db.updateTable('restaurant').set({ time_zone }).where('id', '=', anna.restaurantId).execute()

  test('delays no rule of another one, and its own rules wait', async () => {
    const boris = await api.createUser({ restaurant: await openRestaurant(api.db, { timeZone: noonZone() }) })
    for (const employee of [anna, boris]) await earn(api.db, employee, 1_000)
    await switchOn(api.db, anna, { card })
    await switchOn(api.db, boris, { schedule: { kind: 'daily', hour: 9 } })
    await moveTo('Canada/East-Saskatchewan')
    onTestFinished(() => void moveTo('Europe/Moscow'))
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([])
    expect(await automaticPayouts(api.db, boris)).toEqual([1_000])
    expect(api.logs.filter((line) => line.includes('time zone')).join()).toContain(anna.restaurantId)
    await moveTo(noonZone())
    await run()
    expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
  })
})

test('due rules run, also where users cannot be notified of those that have stopped', async () => {
  const boris = await api.createUser()
  await switchOn(api.db, boris)
  const why = { stopped_at: new Date(), stop_reason: 'refused', is_unannounced: true } as const
  await api.db.updateTable('auto_withdrawal').set(why).where('employee_id', '=', boris.id).execute()
  await switchOn(api.db, anna, { card })
  await earn(api.db, anna, 1_000)
  await endLeases(api.db)
  const settings = {
    ...api.settings,
    get origin(): string {
      throw new Error('the notice has no link')
    },
  }
  await expect(runDueRules({ ...api, settings })).rejects.toThrow('the notice has no link')
  expect(await automaticPayouts(api.db, anna)).toEqual([1_000])
})

test('each employee of a user has a rule of its own, from its own wallet', async () => {
  const other = await hire(api.db, await openRestaurant(api.db, { timeZone: noonZone() }), { user: anna.userId })
  await switchOn(api.db, anna, { card })
  await earn(api.db, anna, 1_000)
  await earn(api.db, other, 3_000)
  await run()
  expect([await automaticPayouts(api.db, anna), await automaticPayouts(api.db, other)]).toEqual([[1_000], []])
  expect((await browser.get(`/user/auto-withdrawal/${other.restaurantId}`)).json()).toEqual({ rule: null })
})

test('the personal data has the rule, and a deleted account has none', async () => {
  await switchOn(api.db, anna, { card })
  expect((await browser.get('/user/personal-data')).json().auto_withdrawals).toMatchObject([
    { restaurant: 'Берёзка', destination: '2200 •••• •••• 1234', stopped_at: null },
  ])
  expect((await browser.post('/user/deletion', { current_password: anna.password })).statusCode).toBe(204)
  expect(await api.db.selectFrom('auto_withdrawal').where('employee_id', '=', anna.id).selectAll().execute()).toEqual(
    [],
  )
})
