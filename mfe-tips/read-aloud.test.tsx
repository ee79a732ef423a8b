import { getBalance } from '@portal/contracts/balance'
import type { DayRange } from '@portal/contracts/day'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { getTipsStats } from '@portal/contracts/tips'
import { addDays, countDays, previousOf } from '@portal/shared/calendar'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { readAloud } from '@portal/shared/testing/screen-reader'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component as OperationsPage } from './features/operations/operations-page.tsx'
import { Component as TipsPage } from './features/tips/tips-page.tsx'

// A Friday evening at the restaurant.
const now = new Date('2026-11-20T19:40:00+03:00')

const tip: Operation = {
  id: '1',
  type: 'tip',
  direction: 'in',
  amount: 350,
  fee: 0,
  status: 'completed',
  title: 'Чаевые',
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: now.toISOString(),
  rating: 5,
  comment: 'Спасибо!',
}
const pendingTip: Operation = { ...tip, id: '2', status: 'pending', rating: undefined, comment: undefined }
const payout: Operation = {
  ...pendingTip,
  id: '3',
  type: 'payout',
  direction: 'out',
  amount: 1500,
  status: 'completed',
  title: 'Вывод · Мир •• 4321',
}

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  stub(getBalance, () => ({ avg_sum: 320, balance: 12_500.5, pending: 700, updated_at: '2026-11-20T10:00:00Z' }))
  stub(getTipsStats, ({ query }) => {
    const { compare = 'days', ...range } = getTipsStats.query.parse(query)
    return { ...figures(range, 1000), average_day: 1000, previous: figures(previousOf(range, compare), 800) }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

function figures({ from, to }: DayRange, amount: number) {
  const count = countDays({ from, to })
  const days = Array.from({ length: count }, (_, day) => ({ date: addDays(from, day), amount, count: 1 }))
  return { from, to, total: amount * count, count, days }
}

function stubOperations(items: Operation[]) {
  const totals = {
    total: 0,
    tips: 350,
    payouts: 1500,
    pending_in: 350,
    pending_out: 0,
    transfers_in: 0,
    transfers_out: 0,
  }
  const day_totals = [{ date: '2026-11-20', ...totals }]
  stub(listOperations, () => ({ items, page: 1, pages: 1, per_page: 20, total: 3, as_of: '7', day_totals }))
}

/** Removes the marks of where each part begins and ends. */
async function readPage() {
  return (await readAloud(document.body))
    .filter((phrase) => !/^(end\b|term$|definition$|paragraph$)/.test(phrase))
    .join('; ')
}

// spec: 2.33
test('reads the balance as names with their sums', async () => {
  stubOperations([tip, pendingTip])
  renderPage(TipsPage)
  await screen.findByRole('table')
  expect(await readPage()).toContain(
    'Доступно к выводу; 12 500,50 ₽; Средние чаевые; 320 ₽; К зачислению; 700 ₽; link, Вывести',
  )
})

// spec: 2.33
test('reads the chart as its best day, a slider of days and a table with a caption', async () => {
  stubOperations([tip, pendingTip])
  renderPage(TipsPage)
  await screen.findByRole('table')
  const spoken = await readPage()
  expect(spoken).toContain(
    '16.11.2026–20.11.2026; 5 000 ₽; от 5 гостей; на 25 % больше, чем за те же дни прошлой недели; Сегодня; 1 000 ₽; от 1 гостя; figure; Больше всего:; пн, 16.11.2026 —; 1 000 ₽; от 1 гостя',
  )
  expect(spoken).toMatch(/slider, День на графике, .*current value пт, 20.11.2026 — 1 000 ₽ от 1 гостя/)
  expect(spoken).toContain(
    'table, Чаевые по дням; caption, Чаевые по дням; rowgroup; row, День Чаевые прошлая неделя; columnheader, День; columnheader, Чаевые; columnheader, прошлая неделя',
  )
  expect(spoken).toContain('row, пн, 16.11.2026 1 000 ₽ 800 ₽')
})

// spec: 2.33
test('reads a tip with its time, its stars as «Оценка 5 из 5», the comment and the sum', async () => {
  stubOperations([tip, pendingTip])
  renderPage(TipsPage)
  const spoken = await screen.findByRole('table').then(readPage)
  expect(spoken).toContain('19:40; image, Оценка 5 из 5; Спасибо!; +350 ₽')
  expect(spoken).toContain('19:40; Без комментария; +350 ₽; К зачислению')
})

test('reads a row of operations as one button with what, when, where to and how much, without dots of a masked number', async () => {
  stubOperations([tip, pendingTip, payout])
  renderPage(OperationsPage, '/billing')
  await screen.findByText('Спасибо!')
  const spoken = await readAloud(document.body)
  expect(spoken.filter((phrase) => phrase.startsWith('button, '))).toEqual([
    'button, Найти операцию',
    'button, Период',
    'button, Выписка и справка',
    'button, Чаевые 19:40 Оценка 5 из 5 Спасибо! +350 ₽',
    'button, Чаевые 19:40 +350 ₽ К зачислению',
    'button, Вывод 19:40 Мир с последними цифрами 4321 −1 500 ₽',
  ])
  expect(spoken.join('; ')).not.toContain('•')
})
