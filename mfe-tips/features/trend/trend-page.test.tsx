import { type Employee, listEmployees } from '@portal/contracts/employee'
import { getTipsTrend, type TipsTrend } from '@portal/contracts/trend'
import { resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { hideAmounts } from '@portal/shared/ui/amount'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Component } from './trend-page.tsx'

const most: Employee = {
  id: 'employee-2',
  default: false,
  manager: false,
  restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа-Банк' },
}

const trend: TipsTrend = {
  today: '2026-11-20',
  months: [
    { month: '2026-08', total: 61_000, count: 130, days: 20 },
    { month: '2026-09', total: 0, count: 0, days: 0 },
    { month: '2026-10', total: 42_000, count: 90, days: 18 },
    { month: '2026-11', total: 38_100, count: 80, days: 12 },
  ],
  this_month: {
    from: '2026-11-01',
    to: '2026-11-20',
    total: 38_100,
    previous: { from: '2026-10-01', to: '2026-10-20', total: 30_000 },
  },
  habits: {
    from: '2026-08-28',
    to: '2026-11-19',
    days: 50,
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, average: weekday * 100.4, days: 7 })),
    best_weekday: 7,
    // An evening that ends at one in the morning.
    hours: Array.from({ length: 24 }, (_, hour) => {
      const isOpen = hour >= 20 || hour === 0
      return { hour, average: isOpen ? 100 + hour : 0, days: isOpen ? 30 : 0 }
    }),
    best_hour: 23,
  },
  goal: {
    name: 'Отпуск',
    amount: 60_000,
    earned: 30_000,
    left: 30_000,
    since: '2026-10-01',
    pace: { from: '2026-10-23', to: '2026-11-19', average_day: 1500.25 },
    reached_on: '2026-12-10',
  },
}

const serve = (changed: Partial<TipsTrend>) => stub(getTipsTrend, () => ({ ...trend, ...changed }))
const region = (name: string) => screen.findByRole('region', { name })
const findRows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => seenText(cell)).join(' | '))

beforeEach(() => {
  resetStubs()
  stub(listEmployees, () => ({ items: [testEmployee] }))
  serve({})
})
afterEach(() => act(() => hideAmounts(false)))

describe('the goal', () => {
  // spec: 2.211
  test('shows when it is reached at the present pace, and by which days that is computed', async () => {
    renderPage(Component, '/trend')
    const goal = await region('Цель: Отпуск')
    expect(seenText(goal)).toBe(
      'Цель: Отпуск50 %Изменить30 000 ₽ из 60 000 ₽Осталось 30 000 ₽. Если чаевые будут такими же, получится примерно к 10.12.2026, ' +
        'через 20 дней.В среднем 1 500 ₽ в день. Считаем 28 дней с 23.10.2026 по 19.11.2026, вместе с выходными.',
    )
  })

  test.each([
    [
      'reached',
      { earned: 61_000, left: 0, reached_on: null },
      'Цель достигнута, поздравляем! Новую можно поставить в личной карточке.',
    ],
    [
      'too early',
      { pace: null, reached_on: null },
      'Срок назовём, когда пройдёт неделя с первых чаевых: пока дней слишком мало.',
    ],
    [
      'without a pace',
      { pace: { from: '2026-10-23', to: '2026-11-19', average_day: 0 }, reached_on: null },
      'чаевых за это время не было, поэтому срок не назвать.',
    ],
    ['in the far future', { reached_on: null }, 'больше десяти лет.'],
    ['to come', { since: '2026-12-02', earned: 0 }, 'считаются с 02.12.2026'],
  ])('%s: says so', async (_, changed, text) => {
    serve({ goal: { ...trend.goal, ...changed } as TipsTrend['goal'] })
    renderPage(Component, '/trend')
    await screen.findByRole('heading', { name: 'Цель: Отпуск' })
    expect(seenText(document.body)).toContain(text)
  })

  test('can be changed from here', async () => {
    renderPage(Component, '/trend')
    expect(await screen.findByRole('link', { name: 'Изменить цель' })).toHaveAttribute('href', '/profile')
  })

  test('is offered to those who have none', async () => {
    serve({ goal: null })
    renderPage(Component, '/trend')
    expect((await screen.findByRole('link', { name: 'Поставить цель' })).getAttribute('href')).toBe('/profile')
  })
})

describe('months', () => {
  // spec: 2.213
  test('compares this one with the same days of the one before, and names the best', async () => {
    renderPage(Component, '/trend')
    const words = seenText(await region('Месяцы'))
    expect(words).toContain(
      'В ноябре пока 38 100 ₽, на 27 % больше, чем за те же дни октября: тогда было 30 000 ₽Лучший месяц — август: 61 000 ₽',
    )
    expect(await findRows('Чаевые по месяцам')).toEqual([
      'Месяц | Чаевые | Разница | Дней',
      'Август | 61 000 ₽ | — | 20',
      'Сентябрь | 0 ₽ | — | 0',
      'Октябрь | 42 000 ₽ | — | 18',
      'Ноябрь | 38 100 ₽ | — | 12',
    ])
  })

  test('names this month as the best as soon as it is', async () => {
    const months = trend.months.map((month) => (month.month === '2026-11' ? { ...month, total: 61_000.5 } : month))
    serve({ months })
    renderPage(Component, '/trend')
    const words = seenText(await region('Месяцы'))
    expect(words).toContain('Ноябрь уже лучший месяц!')
    expect(words).not.toContain('Лучший месяц')
    const best = screen.getByRole('table', { name: 'Чаевые по месяцам' }).querySelector('[data-best]')
    expect(seenText(best)).toMatch(/^Ноябрь/)
  })

  const createMonth = (total: number, previous: number) => ({
    this_month: { ...trend.this_month, total, previous: { ...trend.this_month.previous, total: previous } },
  })
  test.each([
    ['nothing then', createMonth(500, 0), 'В ноябре пока 500 ₽, а за те же дни октября чаевых не было'],
    ['nothing now', createMonth(0, 500), 'В ноябре чаевых пока не было, за те же дни октября — 500 ₽'],
    [
      'the first day',
      { this_month: { ...trend.this_month, to: '2026-11-01' } },
      'Ноябрь только начался. В октябре было 42 000 ₽.',
    ],
    [
      'the first month',
      { months: trend.months.slice(-1), ...createMonth(500, 0) },
      'В ноябре пока 500 ₽. Это первый месяц с чаевыми, сравнивать пока не с чем.',
    ],
  ])('%s: in words', async (_, changed, text) => {
    serve(changed)
    renderPage(Component, '/trend')
    expect(seenText(await region('Месяцы'))).toContain(text)
  })

  test('only entries of the diary are no month with tips', async () => {
    serve({ months: [{ month: '2026-11', total: 0, count: 0, days: 0 }], ...createMonth(0, 0) })
    renderPage(Component, '/trend')
    const words = seenText(await region('Месяцы'))
    expect(words).toContain('В ноябре чаевых пока не было')
    expect(words).not.toContain('первый месяц')
  })
})

describe('days of the week and hours', () => {
  // spec: 2.212
  test('names the best, and on how many days that is based', async () => {
    renderPage(Component, '/trend')
    const basis = 'Считаем 50 дней с чаевыми с 28.08.2026 по 19.11.2026'
    expect(seenText(await region('Дни недели'))).toContain(
      `Больше всего — по воскресеньям: в среднем 703 ₽ за день${basis}`,
    )
    expect(seenText(await region('Часы'))).toContain(
      `Больше всего — с 23:00 до полуночи: в среднем 123 ₽ за этот час${basis}`,
    )
    expect((await findRows('Чаевые по часам')).map((row) => row.split(' | ')[0])).toEqual([
      'Час',
      '20:00–21:00',
      '21:00–22:00',
      '22:00–23:00',
      '23:00–24:00',
      '0:00–1:00',
    ])
  })

  test('names none of a few days', async () => {
    serve({ habits: trend.habits && { ...trend.habits, best_weekday: null, best_hour: null } })
    renderPage(Component, '/trend')
    expect(seenText(await region('Дни недели'))).toContain('Лучший день назовём')
    expect(seenText(await region('Часы'))).toContain('Лучший час назовём')
  })

  test('waits for the first whole day', async () => {
    serve({ habits: null })
    renderPage(Component, '/trend')
    expect(seenText(await region('Часы'))).toContain('первый появится здесь после полуночи')
  })
})

// spec: 2.214
test('shows tables instead of charts to everybody who chooses so, and stores that in the address', async () => {
  renderPage(Component, '/trend')
  const table = await screen.findByRole('table', { name: 'Чаевые по дням недели' })
  const isSeen = () => table.closest('.visually-hidden') === null
  expect([isSeen(), document.querySelectorAll('svg text').length > 0]).toEqual([false, true])
  await userEvent.click(screen.getByRole('button', { name: 'Таблицей' }))
  await waitFor(() => expect(location.search).toBe('?view=table'))
  expect(screen.getByRole('table', { name: 'Чаевые по дням недели' }).closest('.visually-hidden')).toBeNull()
  expect(document.querySelectorAll('svg text')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Графиком' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('shows one restaurant at first, and all of them by a switch', async () => {
  stub(listEmployees, () => ({ items: [testEmployee, most] }))
  stub(getTipsTrend, ({ query }) => ({
    ...trend,
    months: [{ month: '2026-11', total: query.restId === undefined ? 9_000 : 2_000, count: 3, days: 2 }],
  }))
  renderPage(Component, '/trend?view=table')
  await screen.findByText('2 000 ₽')
  await userEvent.click(screen.getByRole('radio', { name: 'Все рестораны' }))
  await screen.findByText('9 000 ₽')
  expect(location.search).toBe('?of=all&view=table')
})

test('offers no choice to those who have one restaurant', async () => {
  renderPage(Component, '/trend?of=all')
  await region('Месяцы')
  expect(screen.queryByRole('radio', { name: 'Все рестораны' })).toBeNull()
})

// spec: 2.214
test('hides every amount, also those of the axes and tables', async () => {
  act(() => hideAmounts(true))
  renderPage(Component, '/trend')
  await region('Месяцы')
  expect(document.body.textContent).not.toMatch(/\d\s*₽/)
  expect([...document.querySelectorAll('svg text')].map(({ textContent }) => textContent)).toContain('•••')
  expect([...document.querySelectorAll('svg text')].some(({ textContent }) => /\d{3}/.test(textContent ?? ''))).toBe(
    false,
  )
})

test('shows that there were never any tips, and the goal', async () => {
  serve({ months: [], habits: null })
  renderPage(Component, '/trend')
  await screen.findByText('Пока нет чаевых')
  screen.getByRole('region', { name: 'Цель: Отпуск' })
  expect(screen.queryByRole('table')).toBeNull()
})
