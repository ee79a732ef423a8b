import { type Employee, listEmployees } from '@portal/contracts/employee'
import type { BodyOf } from '@portal/contracts/endpoint'
import { type DiaryDay, getTipsTrend, saveDiaryDay, type TipsTrend } from '@portal/contracts/trend'
import { loseNetwork, NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// Compiled here, not while a test waits for it.
import './diary-form.tsx'
import { Component } from './trend-page.tsx'

const restId = testEmployee.restaurant.id
const other: Employee = { ...testEmployee, id: 'employee-2', restaurant: { id: 'most', name: 'Мост', bank: 'Т-Банк' } }

const trend: TipsTrend = {
  today: '2026-11-20',
  months: [
    { month: '2026-09', total: 40_000, count: 130, days: 20 },
    {
      month: '2026-10',
      total: 30_000,
      count: 90,
      days: 18,
      diary: { hours: 96.5, cash: 12_400, per_hour: 412.3 },
    },
    { month: '2026-11', total: 38_100, count: 80, days: 12 },
  ],
  this_month: {
    from: '2026-11-01',
    to: '2026-11-20',
    total: 38_100,
    previous: { from: '2026-10-01', to: '2026-10-20', total: 30_000 },
  },
  habits: null,
  goal: null,
  diary: {
    from: '2025-11-01',
    days: [
      { rest_id: restId, day: '2026-11-19', hours: 7.5, cash: 900 },
      { rest_id: other.restaurant.id, day: '2026-11-20', hours: 3, cash: null },
    ],
  },
}
const { diary: _, ...earlierTrend } = trend

let saved: BodyOf<typeof saveDiaryDay>[]
const user = userEvent.setup({ delay: null })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T19:40:00+03:00'), toFake: ['Date'] })
  saved = []
  stub(listEmployees, () => ({ items: [testEmployee, other] }))
  stub(getTipsTrend, () => trend)
  stub(saveDiaryDay, ({ body }) => void saved.push(body) as never)
})
afterEach(() => {
  vi.useRealTimers()
})

async function openDiary() {
  renderPage(Component, '/trend')
  await user.click(await screen.findByRole('button', { name: 'Записать день' }))
  return within(await screen.findByRole('dialog', { name: 'Часы и наличные' }))
}

const hours = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Часы' })
const cash = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Наличные' })
async function chooseDay(name: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: 'День' }))
  await user.click(await screen.findByRole('option', { name }))
}
const save = () => user.click(screen.getByRole('button', { name: 'Сохранить' }))
const entry = (written: Partial<DiaryDay>) => ({ rest_id: restId, day: '2026-11-20', ...written })

describe('the form of a day', () => {
  test('begins with today, says who sees it, and saves hours and cash', async () => {
    const dialog = await openDiary()
    expect(dialog.getByText(/Видите только вы/)).toBeVisible()
    expect([await hours(), await cash()].map(({ value }) => value)).toEqual(['', ''])
    await user.type(await hours(), '8,25')
    await user.type(await cash(), '1500')
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toEqual([entry({ hours: 8.25, cash: 1_500 })])
  })

  test('begins after midnight with the day of the shift', async () => {
    vi.setSystemTime(new Date('2026-11-21T00:40:00+03:00'))
    await openDiary()
    await user.type(await hours(), '9')
    await save()
    await waitFor(() => expect(saved).toEqual([entry({ hours: 9 })]))
  })

  test('shows what another day has, and removes what is cleared', async () => {
    await openDiary()
    await hours()
    await chooseDay('Вчера')
    await waitFor(async () => expect(await hours()).toHaveValue('7,5'))
    expect(await cash()).toHaveValue('900')
    await user.clear(await hours())
    await user.clear(await cash())
    await save()
    await waitFor(() => expect(saved).toEqual([entry({ day: '2026-11-19', hours: null, cash: null })]))
  })

  test('moves what was typed to another day, but not over what that day has', async () => {
    await openDiary()
    await user.type(await hours(), '6')
    await chooseDay('Вчера')
    await waitFor(async () => expect(await hours()).toHaveValue('7,5'))
    await chooseDay(/^18\.11\.2026/)
    await waitFor(async () => expect(await hours()).toHaveValue('6'))
    expect(await cash()).toHaveValue('')
    await save()
    await waitFor(() => expect(saved).toEqual([entry({ day: '2026-11-18', hours: 6 })]))
  })

  test('saves only what has changed, so that another page keeps the rest', async () => {
    await openDiary()
    await chooseDay('Вчера')
    await waitFor(async () => expect(await cash()).toHaveValue('900'))
    await user.clear(await cash())
    await user.type(await cash(), '1000')
    await save()
    await waitFor(() => expect(saved).toEqual([entry({ day: '2026-11-19', cash: 1_000 })]))
  })

  test('loads the trend again after a lost response, because the day may be saved', async () => {
    let loads = 0
    stub(getTipsTrend, () => {
      loads += 1
      return trend
    })
    stub(saveDiaryDay, () => {
      throw new NetworkError()
    })
    await openDiary()
    await user.type(await hours(), '8')
    await save()
    await waitFor(() => expect(loads).toBe(2))
    expect(await hours()).toHaveValue('8')
  })

  test.each([
    ['25', '', 'Введите часы от 0 до 24, например 8, 7,5 или 7,25'],
    ['7,3', '', 'Введите часы от 0 до 24, например 8, 7,5 или 7,25'],
    ['8 ч', '', 'Введите часы от 0 до 24, например 8, 7,5 или 7,25'],
    ['', '100001', 'Наличные — от 0 до 100 000'],
  ])('rejects %j hours and %j of cash, and keeps them', async (typedHours, typedCash, text) => {
    await openDiary()
    if (typedHours) await user.type(await hours(), typedHours)
    if (typedCash) await user.type(await cash(), typedCash)
    await save()
    await screen.findByText((shown) => shown.replaceAll('\u00A0', ' ') === text)
    expect(await hours()).toHaveValue(typedHours)
    expect(saved).toEqual([])
  })

  test('shows that a day is too long ago, which the server decides', async () => {
    stub(saveDiaryDay, () => {
      throw new ProblemResponse(422, 'day_out_of_range', { errors: { day: ['day_out_of_range'] } })
    })
    await openDiary()
    await user.type(await hours(), '8')
    await save()
    await screen.findByText('Выберите день с 01.11.2025 по сегодняшний')
    expect(await hours()).toHaveValue('8')
  })

  test('keeps what was typed without a network', async () => {
    await openDiary()
    await user.type(await hours(), '8')
    loseNetwork()
    await save()
    await screen.findByText('Нет соединения с интернетом')
    expect(await hours()).toHaveValue('8')
  })

  test('sends one request for two presses', async () => {
    await openDiary()
    await user.type(await hours(), '8')
    await user.dblClick(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toHaveLength(1)
  })
})

describe('the months', () => {
  const months = () => screen.findByRole('region', { name: 'Месяцы' })

  test('count cash for the best month, but not where they are compared', async () => {
    renderPage(Component, '/trend')
    const words = seenText(await months())
    expect(words).toContain('Лучший месяц — октябрь: 42 400 ₽ вместе с наличными')
    expect(words).toContain('на 27 % больше, чем за те же дни октября: тогда было 30 000 ₽')
  })

  test('are without cash in the table, so the best one is that of tips', async () => {
    renderPage(Component, '/trend?view=table')
    expect(seenText(await months())).toContain('Лучший месяц — сентябрь: 40 000 ₽')
    expect(seenText(screen.getByRole('table', { name: 'Чаевые по месяцам' }).querySelector('[data-best]'))).toMatch(
      /^Сентябрь/,
    )
  })

  test('have the hours, the cash and the rubles of an hour in a table', async () => {
    renderPage(Component, '/trend')
    const panel = await screen.findByRole('region', { name: 'Часы и наличные' })
    expect(seenText(panel)).toContain('В октябре — 412 ₽ в часСчитаем чаевые и наличные за дни')
    const rows = within(panel).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map((cell) => seenText(cell)).join(' | '))).toEqual([
      'Месяц | Наличные | Часы | В час',
      'Октябрь | 12 400 ₽ | 96,5 ч | 412 ₽',
    ])
  })

  test('are as before with an API that has no diary', async () => {
    stub(getTipsTrend, () => ({ ...earlierTrend, months: trend.months.map(({ diary, ...month }) => month) }))
    renderPage(Component, '/trend')
    expect(seenText(await months())).not.toMatch(/час|аличн/)
    expect(screen.queryByRole('button', { name: 'Записать день' })).toBeNull()
  })

  test('are not needed to write a day: it is offered before the first tip', async () => {
    stub(getTipsTrend, () => ({ ...trend, months: [] }))
    renderPage(Component, '/trend')
    await screen.findByText('Пока нет чаевых')
    screen.getByRole('button', { name: 'Записать день' })
  })
})

test('the goal names its cash', async () => {
  const goal = { name: 'Отпуск', amount: 60_000, left: 30_000, since: '2026-10-01', pace: null, reached_on: null }
  stub(getTipsTrend, () => ({ ...trend, goal: { ...goal, earned: 30_000, cash: 12_400 } }))
  renderPage(Component, '/trend')
  expect(seenText(await screen.findByRole('region', { name: 'Цель: Отпуск' }))).toContain(
    '30 000 ₽ из 60 000 ₽, из них наличными 12 400 ₽',
  )
})
