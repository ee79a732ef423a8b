import type { TipsTrend } from '@portal/contracts/trend'

const months: [month: string, total: number, days: number][] = [
  ['2025-11', 38_420, 15],
  ['2025-12', 71_900, 21],
  ['2026-01', 29_310, 11],
  ['2026-02', 41_080, 16],
  ['2026-03', 47_650, 17],
  ['2026-04', 44_200, 16],
  ['2026-05', 52_730, 18],
  ['2026-06', 58_140, 19],
  ['2026-07', 0, 0],
  ['2026-08', 63_870, 20],
  ['2026-09', 49_260, 17],
  ['2026-10', 54_910, 18],
  ['2026-11', 38_270.5, 12],
]

const weekdays: [average: number, days: number][] = [
  [0, 0],
  [1_820, 9],
  [2_240, 11],
  [0, 0],
  [2_960, 12],
  [4_310, 11],
  [3_150, 10],
]

/** The hours of an evening that ends after midnight. */
const hours: Record<number, [average: number, days: number]> = {
  16: [90, 12],
  17: [180, 25],
  18: [310, 38],
  19: [420, 44],
  20: [590, 50],
  21: [640, 51],
  22: [480, 46],
  23: [260, 31],
  0: [120, 14],
}

export const trend: TipsTrend = {
  today: '2026-11-20',
  months: months.map(([month, total, days]) => ({ month, total, days, count: days * 6 })),
  this_month: {
    from: '2026-11-01',
    to: '2026-11-20',
    total: 38_270.5,
    previous: { from: '2026-10-01', to: '2026-10-20', total: 34_160 },
  },
  habits: {
    from: '2026-08-28',
    to: '2026-11-19',
    days: 53,
    weekdays: weekdays.map(([average, days], index) => ({ weekday: index + 1, average, days })),
    best_weekday: 6,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      average: hours[hour]?.[0] ?? 0,
      days: hours[hour]?.[1] ?? 0,
    })),
    best_hour: 21,
  },
  goal: {
    name: 'Отпуск на море',
    amount: 90_000,
    earned: 58_310.5,
    left: 31_689.5,
    since: '2026-10-11',
    pace: { from: '2026-10-23', to: '2026-11-19', average_day: 1_843.2 },
    reached_on: '2026-12-08',
  },
  diary: { from: '2025-11-01', days: [] },
}

const diaries: Record<string, [hours: number, cash: number, perHour: number]> = {
  '2026-08': [0, 9_300, 0],
  '2026-10': [148.5, 21_700, 515.89],
  '2026-11': [96.5, 12_400, 525.08],
}

/** The trend of a user who writes down hours and cash. */
export const writtenTrend: TipsTrend = {
  ...trend,
  months: trend.months.map((month) => {
    const [hours, cash, perHour] = diaries[month.month] ?? []
    return cash === undefined
      ? month
      : { ...month, diary: { hours: hours ?? 0, cash, per_hour: hours ? (perHour ?? 0) : null } }
  }),
  goal: trend.goal && { ...trend.goal, cash: 12_400 },
  diary: { from: '2025-11-01', days: [{ rest_id: 'berezka', day: '2026-11-20', hours: 7.5, cash: 1_500 }] },
}

/** The trend of a user before the first shift, without a goal. */
export const noTrend: TipsTrend = {
  ...trend,
  months: [],
  this_month: { ...trend.this_month, total: 0, previous: { ...trend.this_month.previous, total: 0 } },
  habits: null,
  goal: null,
}
