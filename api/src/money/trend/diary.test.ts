import { addDays } from '@portal/contracts/calendar'
import type { PersonalData } from '@portal/contracts/personal-data'
import type { Profile } from '@portal/contracts/profile'
import type { TipsTrend } from '@portal/contracts/trend'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { hire, openRestaurant } from '../ledger/testing/test-ledger.ts'
import { readPdf } from '../statements/testing/read-pdf.ts'
import { bookTips } from '../tips/service.ts'
import { newTip } from '../tips/testing/test-tips.ts'
import { saveDiaryDay } from './diary.ts'
import { readTipsTrend } from './service.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

/** A Wednesday, at noon in Moscow. */
const now = new Date('2026-11-11T09:00:00Z')
const today = '2026-11-11'

beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const nothing = { hours: null, cash: null }
const write = (day: string, written: object, user: { userId: string; restaurantId: string } = anna, at = now) =>
  saveDiaryDay(api.db, user.userId, { rest_id: user.restaurantId, day, ...nothing, ...written }, at)
const readTrend = (restId?: string) => readTipsTrend(api.db, anna.userId, { restId }, now)
const earnOn = (day: string, amount: number) =>
  bookTips(api.db, [newTip(anna, amount, { paid_at: `${day}T20:15:00+03:00` })])

const readSums = (pdf: Buffer) =>
  readPdf(pdf)
    .pages.flat()
    .filter((text) => text.includes('₽'))
    .map((text) => text.replaceAll('\u00a0', ' '))

/** The day on which the tests run at the restaurant. */
const readToday = async () => (await browser.get('/user/tips/trend')).json<TipsTrend>().today
const post = (body: object, by = browser) =>
  by.post('/user/tips/diary', { rest_id: anna.restaurantId, ...nothing, ...body })

describe('a day of the diary', () => {
  test('has what the last request says of hours and of cash, and is removed by an empty one', async () => {
    const day = await readToday()
    const readDays = async () => (await browser.get('/user/tips/trend')).json<TipsTrend>().diary?.days
    for (const written of [
      { hours: 8, cash: 1_500 },
      { hours: 7.75, cash: null },
      { hours: 7.75, cash: null },
    ]) {
      expect((await post({ day, ...written })).statusCode).toBe(204)
      expect(await readDays()).toEqual([{ rest_id: anna.restaurantId, day, ...written }])
    }
    // What a page leaves out, another one may have written.
    expect((await post({ day, hours: undefined, cash: 900 })).statusCode).toBe(204)
    expect((await post({ day, hours: 6, cash: undefined })).statusCode).toBe(204)
    expect(await readDays()).toEqual([{ rest_id: anna.restaurantId, day, hours: 6, cash: 900 }])
    expect((await post({ day, hours: 0, cash: 0 })).statusCode).toBe(204)
    expect(await readDays()).toEqual([])
    expect((await post({ day, hours: undefined, cash: undefined })).statusCode).toBe(204)
    expect((await post({ day })).statusCode).toBe(204)
  })

  test.each([
    { hours: 24.25 },
    { hours: -1 },
    { hours: 7.3 },
    { hours: '8' },
    { cash: -1 },
    { cash: 99.5 },
    { cash: 100_001 },
    { day: '2026-02-30' },
    { note: 'Банкет' },
  ])('is rejected with %j', async (wrong) => {
    expect((await post({ day: await readToday(), ...wrong })).statusCode).toBe(400)
    expect((await browser.get('/user/tips/trend')).json<TipsTrend>().diary?.days).toEqual([])
  })

  test.each([
    ['Europe/Kaliningrad', '2026-11-11', '2026-11-12'],
    ['Asia/Kamchatka', '2026-11-12', '2026-11-13'],
  ])('is from the first month of the trend to today in %s', async (timeZone, last, future) => {
    const vera = await hire(api.db, await openRestaurant(api.db, { timeZone }))
    const evening = new Date('2026-11-11T21:00:00Z')
    for (const day of ['2025-10-31', future]) {
      await expect(write(day, { hours: 8 }, vera, evening)).rejects.toMatchObject({
        status: 422,
        code: 'day_out_of_range',
        data: { errors: { day: ['day_out_of_range'] } },
      })
    }
    for (const day of ['2025-11-01', last]) await write(day, { hours: 8 }, vera, evening)
    const { diary } = await readTipsTrend(api.db, vera.userId, {}, evening)
    expect(diary).toMatchObject({ from: '2025-11-01', days: [{ day: '2025-11-01' }, { day: last }] })
  })

  test('is shown only to its owner, and not to a manager', async () => {
    const boris = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank } })
    await api.db.updateTable('employee').set({ is_manager: true }).where('id', '=', boris.id).execute()
    await write(today, { hours: 8, cash: 500 })
    const { diary, months } = await readTipsTrend(api.db, boris.userId, { restId: anna.restaurantId }, now)
    expect([diary?.days, months]).toEqual([[], []])
    const team = await (await api.signedIn(boris)).get(`/team?restId=${anna.restaurantId}`)
    expect([team.statusCode, Object.keys(team.json().items[0])]).toEqual([
      200,
      expect.not.arrayContaining(['diary', 'hours', 'cash']),
    ])
  })

  test('is not written for a deleted account', async () => {
    const { statusCode } = await browser.post('/user/deletion', { current_password: anna.password })
    expect(statusCode).toBe(204)
    await expect(write(today, { cash: 500 })).rejects.toMatchObject({ status: 403 })
  })
})

describe('the trend', () => {
  test('has the rubles of an hour, by tips and cash of the days with hours', async () => {
    await earnOn('2026-10-05', 3_000)
    await earnOn('2026-11-02', 2_000)
    await earnOn('2026-11-03', 9_000)
    await write('2026-11-02', { hours: 7.5, cash: 1_000 })
    await write('2026-11-04', { cash: 400 })
    await write('2026-11-05', { hours: 2 })
    const { months, this_month } = await readTrend()
    expect(months).toEqual([
      { month: '2026-10', total: 3_000, count: 1, days: 1, diary: undefined },
      // 3,000 in 9.5 hours. The 3rd has no hours.
      { month: '2026-11', total: 11_000, count: 2, days: 2, diary: { hours: 9.5, cash: 1_400, per_hour: 315.79 } },
    ])
    expect(this_month.total).toBe(11_000)
  })

  test('has months with cash only, and before the first tips', async () => {
    await write('2026-10-31', { cash: 700 })
    expect((await readTrend()).months).toEqual([
      { month: '2026-10', total: 0, count: 0, days: 0, diary: { hours: 0, cash: 700, per_hour: null } },
      { month: '2026-11', total: 0, count: 0, days: 0, diary: undefined },
    ])
  })

  test('has the diary of the restaurant, or of all', async () => {
    const most = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
    await write(today, { hours: 4 })
    await write(today, { hours: 6, cash: 300 }, most)
    const readHours = async (restId?: string) => (await readTrend(restId)).months.at(-1)?.diary?.hours
    expect([await readHours(anna.restaurantId), await readHours(most.restaurantId), await readHours()]).toEqual([
      4, 6, 10,
    ])
  })
})

test('the goal counts cash since its day, and names it', async () => {
  const goal = JSON.stringify({ name: 'Отпуск', amount: 10_000, since: '2026-11-09T09:00:00Z' })
  await api.db.updateTable('user_account').set({ goal }).where('id', '=', anna.userId).execute()
  await earnOn('2026-11-09', 1_000)
  await write('2026-11-08', { cash: 2_000 })
  await write('2026-11-10', { cash: 500 })
  await write('2026-10-20', { cash: 300 })
  await earnOn('2026-11-01', 300)
  // 3,800 on the ten days since the first tips: an older entry is no part of the pace.
  expect((await readTrend()).goal).toMatchObject({
    earned: 1_500,
    cash: 500,
    left: 8_500,
    pace: { from: '2026-11-01', average_day: 380 },
  })
  expect((await browser.get('/user/profile')).json<Profile>().goal).toMatchObject({ earned: 1_500, cash: 500 })
})

test('balance, operations, statement, CSV and certificate do not know the diary', async () => {
  const day = addDays(await readToday(), -1)
  await earnOn(day, 1_000)
  const period = `restId=${anna.restaurantId}&from=${day}&to=${day}`
  const readPages = [
    '/user/balance',
    `/user/tips/stats?${period}`,
    `/user/billing?${period}`,
    `/user/billing.csv?${period}`,
  ]
  const papers = [`/user/statement.pdf?${period}`, `/user/income-certificate.pdf?year=${day.slice(0, 4)}`]
  const readAll = async () => [
    ...(await Promise.all(readPages.map(async (path) => (await browser.get(path)).body))),
    ...(await Promise.all(papers.map(async (path) => readSums((await browser.get(path)).rawPayload)))),
  ]
  const before = await readAll()
  expect(before.at(-1)).toContain('1 000 ₽')
  expect((await post({ day, hours: 8, cash: 777 })).statusCode).toBe(204)
  expect(await readAll()).toEqual(before)
})

test('the copy of personal data has the diary, and the deletion of the account removes it', async () => {
  const day = await readToday()
  await post({ day, hours: 8.5, cash: 1_500 })
  const { diary } = (await browser.get('/user/personal-data')).json<PersonalData>()
  expect(diary).toEqual([{ restaurant: 'Берёзка', day, hours: 8.5, cash: 1_500 }])
  expect((await browser.post('/user/deletion', { current_password: anna.password })).statusCode).toBe(204)
  const rows = api.db.selectFrom('diary_day').selectAll().where('employee_id', '=', anna.id)
  expect(await rows.execute()).toEqual([])
})
