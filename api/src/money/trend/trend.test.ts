import { addDays } from '@portal/contracts/calendar'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { daysUnlikeTheirHours, newTip } from '../tips/testing/test-tips.ts'
import { readTipsTrend } from './service.ts'

const database = sharedDatabase()
let anna: TestEmployee

beforeEach(async () => {
  anna = await hire(database.db, await openRestaurant(database.db))
})

/** A Wednesday, at noon in Moscow. */
const now = new Date('2026-11-11T09:00:00Z')
const today = '2026-11-11'

/** A tip at a time of a day in Moscow. */
const tipOn = (employee: TestEmployee, day: string, amount: number, time = '20:15') =>
  newTip(employee, amount, { paid_at: `${day}T${time}:00+03:00` })

const readTrend = ({ userId, restaurantId: restId }: TestEmployee, at = now) =>
  readTipsTrend(database.db, userId, { restId }, at)
const overallTrend = ({ userId }: TestEmployee, at = now) => readTipsTrend(database.db, userId, {}, at)

describe('months', () => {
  // spec: 9.90, 2.213
  test('are all from the first tips until this one, also those without tips', async () => {
    await bookTips(database.db, [
      tipOn(anna, '2026-08-31', 100, '23:59'),
      tipOn(anna, '2026-10-05', 200),
      tipOn(anna, '2026-10-05', 50),
      tipOn(anna, '2026-10-30', 70.5),
      tipOn(anna, '2026-11-11', 30, '11:00'),
    ])
    const { months, this_month } = await readTrend(anna)
    expect(months).toEqual([
      { month: '2026-08', total: 100, count: 1, days: 1 },
      { month: '2026-09', total: 0, count: 0, days: 0 },
      { month: '2026-10', total: 320.5, count: 3, days: 2 },
      { month: '2026-11', total: 30, count: 1, days: 1 },
    ])
    // October is compared up to the same day of the month, so the 30th does not count.
    expect(this_month).toEqual({
      from: '2026-11-01',
      to: today,
      total: 30,
      previous: { from: '2026-10-01', to: '2026-10-11', total: 250 },
    })
  })

  test('are thirteen at most, and none before there were tips', async () => {
    expect(await readTrend(anna)).toMatchObject({ months: [], habits: null, goal: null, this_month: { total: 0 } })
    await bookTips(database.db, [tipOn(anna, '2024-01-10', 100), tipOn(anna, '2025-11-30', 10)])
    const { months } = await readTrend(anna)
    expect([months.length, months[0], months.at(-1)?.month]).toEqual([
      13,
      { month: '2025-11', total: 10, count: 1, days: 1 },
      '2026-11',
    ])
  })

  test('have what is left of a tip in the month in which it was paid, whenever it was adjusted', async () => {
    const [october, lost] = [tipOn(anna, '2026-10-31', 500, '23:30'), tipOn(anna, '2026-10-30', 900, '12:30')]
    await bookTips(database.db, [october, lost, tipOn(anna, '2026-11-02', 40)])
    const adjust = (tip: string, change: number, external_id: string) =>
      adjustTips(database.db, [{ external_id: external_id + anna.id, tip, kind: 'correction', change }])
    await adjust(october.external_id, -200, 'a')
    await adjust(lost.external_id, -900, 'b')
    expect((await readTrend(anna)).months).toEqual([
      { month: '2026-10', total: 300, count: 1, days: 1 },
      { month: '2026-11', total: 40, count: 1, days: 1 },
    ])
    const readHours = async () => {
      const { habits } = await readTrend(anna)
      return habits?.hours.filter(({ average, days }) => average || days).map((row) => Object.values(row).join(' '))
    }
    // On two days with tips: 40 and 300.
    expect(await readHours()).toEqual(['20 20 1', '23 150 1'])
    await adjust(lost.external_id, 900, 'c')
    expect(await readHours()).toEqual(['12 300 1', '20 13.33 1', '23 100 1'])
    expect(await daysUnlikeTheirHours(database.db)).toEqual([])
  })
})

describe('days of the week and hours', () => {
  test.each([
    ['Europe/Kaliningrad', '+02:00'],
    ['Europe/Moscow', '+03:00'],
    ['Asia/Kamchatka', '+12:00'],
  ])('are those of the restaurant: midnight in %s', async (timeZone, offset) => {
    const { db } = database
    const vera = await hire(db, await openRestaurant(db, { timeZone }))
    // A Saturday and a Sunday.
    await bookTips(db, [
      newTip(vera, 100, { paid_at: `2026-11-07T23:59:59${offset}` }),
      newTip(vera, 300, { paid_at: `2026-11-08T00:00:00${offset}` }),
    ])
    const { habits } = await readTrend(vera)
    const seen = <Row extends { average: number }>(rows: readonly Row[] = []) => rows.filter(({ average }) => average)
    expect(seen(habits?.weekdays)).toEqual([
      { weekday: 6, average: 100, days: 1 },
      { weekday: 7, average: 300, days: 1 },
    ])
    expect(seen(habits?.hours)).toEqual([
      { hour: 0, average: 150, days: 1 },
      { hour: 23, average: 50, days: 1 },
    ])
  })

  // spec: 2.212
  test('the best has the highest average of a day with tips, on three days at least', async () => {
    const fridays = ['2026-10-23', '2026-10-30', '2026-11-06']
    const mondays = ['2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02']
    await bookTips(database.db, [
      ...fridays.map((day) => tipOn(anna, day, 500, '21:00')),
      ...mondays.map((day) => tipOn(anna, day, 400, '13:00')),
      // Two lucky Saturdays are no habit, and neither is their hour.
      tipOn(anna, '2026-10-31', 9_000, '03:00'),
      tipOn(anna, '2026-11-07', 9_000, '03:00'),
    ])
    const { habits } = await readTrend(anna)
    expect(habits).toMatchObject({ from: '2026-10-12', to: '2026-11-10', days: 9, best_weekday: 5, best_hour: 13 })
    expect(habits?.weekdays[4]).toEqual({ weekday: 5, average: 500, days: 3 })
    // 1,600 of nine days.
    expect(habits?.hours[13]).toEqual({ hour: 13, average: 177.78, days: 4 })
  })

  test('there is no best of a few days, and today counts when it is over', async () => {
    await bookTips(database.db, [tipOn(anna, '2026-11-09', 500), tipOn(anna, today, 700, '08:00')])
    const { habits } = await readTrend(anna)
    expect(habits).toMatchObject({ from: '2026-11-09', to: '2026-11-10', days: 1, best_weekday: null, best_hour: null })
    // Ten minutes before midnight in Moscow, and ten after it.
    expect((await readTrend(anna, new Date('2026-11-11T20:50:00Z'))).habits).toMatchObject({
      to: '2026-11-10',
      days: 1,
    })
    expect((await readTrend(anna, new Date('2026-11-11T21:10:00Z'))).habits).toMatchObject({ to: today, days: 2 })
  })

  test('are of the last twelve weeks', async () => {
    await bookTips(database.db, [tipOn(anna, '2026-08-18', 9_000), tipOn(anna, '2026-08-19', 100)])
    expect((await readTrend(anna)).habits).toMatchObject({ from: '2026-08-19', to: '2026-11-10', days: 1 })
  })
})

// spec: 9.90
test('sums of several restaurants are of the days and hours of each, and whole days are over at all of them', async () => {
  const { db } = database
  const port = await hire(db, await openRestaurant(db, { timeZone: 'Asia/Kamchatka' }), { user: anna.userId })
  await bookTips(db, [
    tipOn(anna, '2026-10-31', 100, '23:30'),
    // November in Kamchatka, at half past eight in the morning.
    newTip(port, 1_000, { paid_at: '2026-10-31T20:30:00Z' }),
    newTip(port, 20, { paid_at: '2026-11-09T20:00:00+12:00' }),
  ])
  // Eleven in the evening in Moscow, eight of the next morning in Kamchatka.
  const evening = new Date('2026-11-10T20:00:00Z')
  const all = await overallTrend(anna, evening)
  expect(all.today).toBe('2026-11-11')
  expect(all.months).toEqual([
    { month: '2026-10', total: 100, count: 1, days: 1 },
    { month: '2026-11', total: 1_020, count: 2, days: 2 },
  ])
  expect(all.habits).toMatchObject({ from: '2026-10-31', to: '2026-11-09', days: 3 })
  expect(all.habits?.hours.filter(({ days }) => days > 0).map(({ hour }) => hour)).toEqual([8, 20, 23])
  expect(await readTrend(anna, evening)).toMatchObject({ today: '2026-11-10', habits: { to: '2026-11-09', days: 1 } })
  expect(await readTrend(port, evening)).toMatchObject({ today: '2026-11-11', habits: { to: '2026-11-10', days: 2 } })
})

describe('the goal', () => {
  const setGoal = (amount: number, since: string) =>
    database.db
      .updateTable('user_account')
      .set({ goal: JSON.stringify({ name: 'Отпуск', amount, since }) })
      .where('id', '=', anna.userId)
      .execute()
  const readGoal = async (at = now) => (await readTrend(anna, at)).goal

  /** Tips of 100 on each of the last days before today. */
  const earnFor = (days: number) =>
    bookTips(
      database.db,
      Array.from({ length: days }, (_, n) => tipOn(anna, addDays(today, -days + n), 100)),
    )

  // spec: 2.211
  test('is reached at the pace of the last 28 whole days, those without tips included', async () => {
    await earnFor(7)
    await bookTips(database.db, [tipOn(anna, '2026-10-01', 5_000), tipOn(anna, today, 40, '09:00')])
    await setGoal(1_000, '2026-11-09T09:00:00Z')
    // 200 since the 9th, and 40 today; 700 in 28 days are 25 a day.
    expect(await readGoal()).toEqual({
      name: 'Отпуск',
      amount: 1_000,
      earned: 240,
      cash: 0,
      left: 760,
      since: '2026-11-09',
      pace: { from: '2026-10-14', to: '2026-11-10', average_day: 25 },
      reached_on: addDays(today, 31),
    })
  })

  test('has a pace since the first tips, once these are a week ago', async () => {
    await earnFor(6)
    await setGoal(1_600, '2026-11-01T09:00:00Z')
    expect(await readGoal()).toMatchObject({ left: 1_000, pace: null, reached_on: null })
    await bookTips(database.db, [tipOn(anna, '2026-11-04', 100)])
    expect(await readGoal()).toMatchObject({
      left: 900,
      pace: { from: '2026-11-04', to: '2026-11-10', average_day: 100 },
      reached_on: addDays(today, 9),
    })
  })

  test('has all restaurants in it, whichever is shown', async () => {
    const { db } = database
    const other = await hire(db, await openRestaurant(db), { user: anna.userId })
    await earnFor(28)
    await bookTips(db, [tipOn(other, '2026-11-10', 2_800)])
    await setGoal(10_000, '2026-11-10T00:00:00Z')
    expect(await readGoal()).toMatchObject({ earned: 2_900, pace: { average_day: 200 } })
    expect((await readTrend(other)).goal).toEqual(await readGoal())
    expect((await overallTrend(anna)).goal).toEqual(await readGoal())
  })

  test('has no day where it is reached, has no pace, or takes ten years', async () => {
    await bookTips(database.db, [tipOn(anna, '2026-10-01', 500), tipOn(anna, '2026-10-13', 300)])
    await setGoal(700, '2026-09-01T00:00:00Z')
    expect(await readGoal()).toMatchObject({ earned: 800, left: 0, reached_on: null })
    await setGoal(900, '2026-09-01T00:00:00Z')
    expect(await readGoal()).toMatchObject({ left: 100, pace: { average_day: 0 }, reached_on: null })
    await earnFor(1)
    await setGoal(100_000_000, '2026-09-01T00:00:00Z')
    expect(await readGoal()).toMatchObject({ pace: { average_day: 3.57 }, reached_on: null })
  })

  test('is reached on the day on which its last kopeck is earned', async () => {
    await bookTips(database.db, [tipOn(anna, '2026-10-14', 30.8), tipOn(anna, today, 0.9, '09:00')])
    await setGoal(2, '2026-11-11T00:00:00Z')
    expect(await readGoal()).toMatchObject({
      left: 1.1,
      pace: { average_day: 1.1 },
      reached_on: addDays(today, 1),
    })
  })

  test('is counted from the day on which it begins where that is to come', async () => {
    await earnFor(28)
    await setGoal(500, '2026-12-01T00:00:00Z')
    expect(await readGoal()).toMatchObject({ earned: 0, left: 500, since: '2026-12-01', reached_on: '2026-12-06' })
  })
})

// spec: 9.90
test('a trend reads daily and hourly sums, but no tips and no operations', async () => {
  await bookTips(database.db, [tipOn(anna, '2026-11-09', 500)])
  const owner = connect(database.url, { max: 1 })
  await owner.db.transaction().execute(async (trx) => {
    await sql`lock table tip, tip_adjustment, operation, operation_feed in access exclusive mode`.execute(trx)
    expect(await readTrend(anna)).toMatchObject({ habits: { days: 1 } })
  })
  await owner.close()
})
