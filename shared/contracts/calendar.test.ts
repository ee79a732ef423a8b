import { expect, test, vi } from 'vitest'
import {
  addDays,
  comparisonOf,
  countDays,
  dayIn,
  isDay,
  monthsUntil,
  periodBefore,
  periodUntil,
  previousOf,
  weekdayNumber,
} from './calendar.ts'

test.each([
  ['Europe/Moscow', '2026-11-20T20:59:59Z', '2026-11-20'],
  ['Europe/Moscow', '2026-11-20T21:00:00Z', '2026-11-21'],
  ['Asia/Vladivostok', '2026-12-31T14:00:00Z', '2027-01-01'],
])('in %s the day of %s is %s', (timeZone, moment, day) => {
  expect(dayIn(timeZone, new Date(moment))).toBe(day)
})

test.each(['2026-02-30', '2026-13-01', '0000-01-01', '20261120', '2026-11-20T00:00', 'yesterday', '', null])(
  '%s is no day',
  (text) => {
    expect(isDay(text)).toBe(false)
  },
)

const MS_PER_DAY = 86_400_000
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** Every 37th day of the century, and the days around it. */
const days = Array.from({ length: 986 }, (_, index) => Date.UTC(2000, 0, 2) + index * 37 * MS_PER_DAY)

// The browser's time zone must not matter: in Beirut and Santiago clocks change at midnight.
test.each(['Europe/Moscow', 'Asia/Beirut', 'America/Santiago', 'Pacific/Apia'])(
  'days, weeks and months are those of plain UTC arithmetic, by a clock in %s',
  (timeZone) => {
    vi.stubEnv('TZ', timeZone)
    for (const ms of days) {
      const [day, weekday] = [utcDay(ms), new Date(ms).getUTCDay() || 7]
      for (const count of [-366, -1, 0, 1, 31]) {
        const other = utcDay(ms + count * MS_PER_DAY)
        expect(addDays(day, count)).toBe(other)
        expect(countDays({ from: day, to: other })).toBe(count + 1)
      }
      expect(isDay(day)).toBe(true)
      expect(weekdayNumber(day)).toBe(weekday)
      expect(periodUntil(day, 'week').from).toBe(utcDay(ms - (weekday - 1) * MS_PER_DAY))
      expect(periodUntil(day, 'month').from).toBe(`${day.slice(0, 7)}-01`)
      const lastMonth = utcDay(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0))
      expect(periodBefore(day, 'month')).toEqual({ from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth })
      expect(monthsUntil(lastMonth, day, 13)).toEqual([lastMonth.slice(0, 7), day.slice(0, 7)])
    }
    vi.unstubAllEnvs()
  },
)

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2027-01-01', -1, '2026-12-31'],
  // Clocks change elsewhere on these days.
  ['2026-03-28', 2, '2026-03-30'],
])('addDays: %s, %d → %s', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
})

test('counts both ends of a period, also over the day when clocks change elsewhere', () => {
  expect(countDays({ from: '2026-10-24', to: '2026-10-26' })).toBe(3)
})

const text = ({ from, to }: { from: string; to: string }) => `${from}…${to}`

// Until today, the same days of the week before, the whole week before.
// spec: 2.58
test.each([
  ['a Friday', '2026-11-20', '2026-11-16…2026-11-20', '2026-11-09…2026-11-13', '2026-11-09…2026-11-15'],
  ['a Sunday ends its week', '2026-11-22', '2026-11-16…2026-11-22', '2026-11-09…2026-11-15', '2026-11-09…2026-11-15'],
  ['a Monday begins one', '2026-11-23', '2026-11-23…2026-11-23', '2026-11-16…2026-11-16', '2026-11-16…2026-11-22'],
  ['over a month’s end', '2026-12-02', '2026-11-30…2026-12-02', '2026-11-23…2026-11-25', '2026-11-23…2026-11-29'],
  ['over a year’s end', '2027-01-01', '2026-12-28…2027-01-01', '2026-12-21…2026-12-25', '2026-12-21…2026-12-27'],
  ['over a leap day', '2028-03-02', '2028-02-28…2028-03-02', '2028-02-21…2028-02-24', '2028-02-21…2028-02-27'],
])('the week, %s (%s)', (_, today, week, sameDays, wholeWeek) => {
  const range = periodUntil(today, 'week')
  expect([range, previousOf(range, 'week'), periodBefore(today, 'week')].map(text)).toEqual([week, sameDays, wholeWeek])
})

// Until today, the same days of the month before, the whole month before.
// spec: 2.58
test.each([
  ['in its middle', '2026-11-20', '2026-11-01…2026-11-20', '2026-10-01…2026-10-20', '2026-10-01…2026-10-31'],
  ['on the 1st', '2026-11-01', '2026-11-01…2026-11-01', '2026-10-01…2026-10-01', '2026-10-01…2026-10-31'],
  [
    '31 March: February has 28',
    '2026-03-31',
    '2026-03-01…2026-03-31',
    '2026-02-01…2026-02-28',
    '2026-02-01…2026-02-28',
  ],
  ['31 March of a leap year', '2028-03-31', '2028-03-01…2028-03-31', '2028-02-01…2028-02-29', '2028-02-01…2028-02-29'],
  ['29 February', '2028-02-29', '2028-02-01…2028-02-29', '2028-01-01…2028-01-29', '2028-01-01…2028-01-31'],
  ['31 December', '2026-12-31', '2026-12-01…2026-12-31', '2026-11-01…2026-11-30', '2026-11-01…2026-11-30'],
  ['January', '2027-01-15', '2027-01-01…2027-01-15', '2026-12-01…2026-12-15', '2026-12-01…2026-12-31'],
])('the month, %s (%s)', (_, today, month, sameDays, wholeMonth) => {
  const range = periodUntil(today, 'month')
  expect([range, previousOf(range, 'month'), periodBefore(today, 'month')].map(text)).toEqual([
    month,
    sameDays,
    wholeMonth,
  ])
})

// Chosen in a calendar.
test.each([
  ['a day: the day before it', '2026-11-20', '2026-11-20', 'days', '2026-11-19…2026-11-19'],
  ['a Monday alone', '2026-11-16', '2026-11-16', 'days', '2026-11-15…2026-11-15'],
  ['the 1st alone', '2026-11-01', '2026-11-01', 'days', '2026-10-31…2026-10-31'],
  ['Monday to Wednesday', '2026-11-09', '2026-11-11', 'week', '2026-11-02…2026-11-04'],
  ['a whole week', '2026-11-09', '2026-11-15', 'week', '2026-11-02…2026-11-08'],
  ['eight days from a Monday', '2026-11-09', '2026-11-16', 'days', '2026-11-01…2026-11-08'],
  ['the 1st to the 10th', '2026-11-01', '2026-11-10', 'month', '2026-10-01…2026-10-10'],
  ['a month that began on a Monday', '2026-06-01', '2026-06-30', 'month', '2026-05-01…2026-05-30'],
  ['from the 2nd', '2026-11-02', '2026-11-10', 'days', '2026-10-24…2026-11-01'],
  ['over a month’s end', '2026-10-01', '2026-11-10', 'days', '2026-08-21…2026-09-30'],
] as const)('%s (%s to %s) is compared by %s with %s', (_, from, to, comparison, previous) => {
  expect(comparisonOf({ from, to })).toBe(comparison)
  expect(text(previousOf({ from, to }, comparison))).toBe(previous)
})

test.each(['days', 'week', 'month'] as const)('compares periods that never overlap: %s', (comparison) => {
  for (let length = 1; length <= 366; length++) {
    const from = '2026-01-31'
    expect(previousOf({ from, to: addDays(from, length - 1) }, comparison).to < from).toBe(true)
  }
})
