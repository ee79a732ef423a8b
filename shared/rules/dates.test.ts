// spec: 7.4

import { afterEach, beforeEach, vi } from 'vitest'
import { date, date_after, date_before, date_between, date_format } from './dates.ts'
import { testRules, untyped } from './testing/rule-table.ts'

const noon = new Date('2026-11-20T12:00:00')

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

testRules({
  date: {
    rule: date(),
    good: ['20.11.2026', '2026-11-20', '29.02.2028', noon, ...untyped],
    bad: ['30.02.2026', '2026-13-01', '29.02.2026', '1.1.2026', '11/20/2026', 'завтра', 7, new Date('нет')],
    ru: 'Поле — введите дату в виде ДД.ММ.ГГГГ',
    en: 'Поле is not a valid date, please use the format DD.MM.YYYY.',
  },
  date_format: {
    rule: date_format('MM/YYYY'),
    good: ['11/2026', ...untyped],
    bad: ['13/2026', '11/26', '11.2026', '20.11.2026'],
    ru: 'Поле — введите дату в виде ММ/ГГГГ',
    en: 'Поле is not a valid date, please use the format MM/YYYY.',
  },
  date_after: {
    rule: date_after('2026-11-20'),
    good: ['21.11.2026', '2026-11-21', noon, ...untyped],
    bad: ['20.11.2026', '2025-12-31', 'завтра'],
    ru: 'Поле — выберите дату позже 20.11.2026',
    en: 'Поле must be after November 20, 2026.',
  },
  'date_after now': {
    rule: date_after(),
    good: ['21.11.2026', new Date('2026-11-20T12:00:01')],
    bad: ['20.11.2026', noon],
    ru: 'Поле — выберите дату в будущем',
    en: 'Поле must be in the future.',
  },
  date_before: {
    rule: date_before('20.11.2026'),
    good: ['19.11.2026', '2026-11-19', ...untyped],
    bad: ['20.11.2026', '2026-11-21', noon, 'вчера'],
    ru: 'Поле — выберите дату раньше 20.11.2026',
    en: 'Поле must be before November 20, 2026.',
  },
  'date_before now': {
    rule: date_before(),
    good: ['20.11.2026', '2026-11-19'],
    bad: ['21.11.2026', noon],
    ru: 'Поле — выберите дату в прошлом',
    en: 'Поле must be in the past.',
  },
  date_between: {
    rule: date_between('2026-11-01', new Date('2026-11-20T00:00:00')),
    good: ['01.11.2026', '2026-11-20', ...untyped],
    bad: ['31.10.2026', '21.11.2026', 'завтра'],
    ru: 'Поле — выберите дату с 01.11.2026 по 20.11.2026',
    en: 'Поле must be between November 1, 2026 and November 20, 2026.',
  },
})
