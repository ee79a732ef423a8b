import { type Balance, getBalance } from '@portal/contracts/balance'
import type { DayRange } from '@portal/contracts/day'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { getTipsStats, type TipsStats } from '@portal/contracts/tips'
import { addDays, countDays, previousOf } from '@portal/shared/calendar'
import { restaurantSwitched } from '@portal/shared/session/store'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './tips-page.tsx'

// A Friday evening at the restaurant.
const now = new Date('2026-11-20T19:40:00+03:00')

const balance: Balance = { avg_sum: 320.6, balance: 12_500.5, pending: 0, updated_at: '2026-11-20T10:00:00Z' }

function createTip(id: number, more: Partial<Operation> = {}): Operation {
  return {
    id: String(id),
    type: 'tip',
    direction: 'in',
    amount: 100 * id,
    fee: 0,
    status: 'completed',
    title: 'Чаевые',
    restaurant: { id: 'berezka', name: 'Берёзка' },
    created_at: now.toISOString(),
    ...more,
  }
}

/** Figures with `perDay` on each day of the period, and `perDayBefore` on each day of the period before. */
function createStats(query: Record<string, string>, perDay: number, perDayBefore = 0): TipsStats {
  const { compare = 'days', ...range } = getTipsStats.query.parse(query)
  const createFigures = ({ from, to }: DayRange, amount: number) => {
    const length = countDays({ from, to })
    return {
      from,
      to,
      total: amount * length,
      count: amount ? length : 0,
      days: Array.from({ length }, (_, day) => ({ date: addDays(from, day), amount, count: amount ? 1 : 0 })),
    }
  }
  return {
    ...createFigures(range, perDay),
    average_day: perDay,
    previous: createFigures(previousOf(range, compare), perDayBefore),
  }
}

/** A colleague's share, unless `more` is of another type. */
function createShare(more: Partial<Operation> = {}): Operation {
  return { ...createTip(0), id: 'share', type: 'transfer_in', amount: 70, title: 'Перевод · Анна Смирнова', ...more }
}

function stubTips(tips: Operation[], transfers: Operation[] = []) {
  stub(listOperations, ({ query: { type } }) => {
    const items = type === 'transfer' ? transfers : tips
    return { items, page: 1, pages: 1, per_page: 20, total: items.length, as_of: '7', day_totals: [] }
  })
}

/** Replaces no-break spaces by spaces. */
const plain = (text: string | null | undefined) => text?.replace(/\u00A0/g, ' ')
const plainText = (node: Node | null | undefined) => plain(node?.textContent)
const withText = (text: string) => (_: string, element: Element | null) => plainText(element) === text

const isDimmed = (element: Element) => element.closest('[aria-busy]')?.getAttribute('aria-busy') === 'true'

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  resetStubs()
  stub(getBalance, () => balance)
  stub(getTipsStats, ({ query }) => createStats(query, 1000, 800))
  stubTips([1, 2, 3, 4, 5, 6, 7].map((id) => createTip(id)))
})

afterEach(() => {
  vi.useRealTimers()
})

describe('balance', () => {
  // spec: 2.56
  test('shows what can be withdrawn, the average, and a way to withdraw of its own where no other remote brings one', async () => {
    renderPage(Component)
    await screen.findByText(withText('12 500,50 ₽'), { selector: 'dd' })
    expect(plainText(screen.getByText('Средние чаевые').nextSibling)).toBe('321 ₽')
    expect(screen.getByRole('link', { name: 'Вывести' }).getAttribute('href')).toBe('/out')
    expect(screen.queryByText('К зачислению')).toBeNull()
  })

  // spec: 2.56
  test('shows pending money separately', async () => {
    stub(getBalance, () => ({ ...balance, pending: 700 }))
    renderPage(Component)
    expect(plainText((await screen.findByText('К зачислению')).nextSibling)).toBe('700 ₽')
  })

  // spec: 2.117
  test('shows a debt, and that the next tips pay it', async () => {
    stub(getBalance, () => ({ ...balance, balance: 0, debt: 800.5 }))
    renderPage(Component)
    expect(plainText(await screen.findByText(/погасят/))).toBe(
      'Долг 800,50 ₽: чаевые, которые вы уже вывели, вернули гостю или исправили. Следующие чаевые сначала погасят его',
    )
  })

  test('offers the distributor of the team’s tips to share them, and nobody else', async () => {
    renderPage(Component)
    act(() => restaurantSwitched({ ...testEmployee, default: true }))
    expect(await screen.findByRole('link', { name: 'Разделить чаевые' })).toHaveAttribute(
      'href',
      '/transfer/team?amount=all',
    )
    act(() => restaurantSwitched({ ...testEmployee, default: false }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Разделить чаевые' })).toBeNull())
    screen.getByRole('link', { name: 'Вывести' })
  })

  test('shows no debt where there is none', async () => {
    renderPage(Component)
    await screen.findByText('Средние чаевые')
    expect(screen.queryByText(/Долг/)).toBeNull()
  })
})

describe('period', () => {
  // spec: 2.59
  test('shows the week since Monday at first, compared with the same days of the week before', async () => {
    renderPage(Component)
    await screen.findByText(withText('на 25 % больше, чем за те же дни прошлой недели'), { selector: 'p' })
    screen.getByText(withText('5 000 ₽'), { selector: 'p > span' })
    screen.getByText(withText('16.11.2026–20.11.2026'))
    const days = screen.getByRole('table', { name: 'Чаевые по дням' })
    expect(within(days).getAllByRole('row')).toHaveLength(1 + 5)
  })

  test('shows the tips of today in a longer period', async () => {
    renderPage(Component)
    await screen.findByText(withText('Сегодня 1 000 ₽ от 1 гостя'), { selector: 'p' })
  })

  test('shows that there are no tips today yet', async () => {
    stub(getTipsStats, ({ query }) => createStats(query, 0, 800))
    renderPage(Component)
    await screen.findByText('Сегодня чаевых пока не было')
  })

  test('says only of guests that there are no tips today, if a colleague shared tips in the period', async () => {
    stub(getTipsStats, ({ query }) => ({ ...createStats(query, 0, 800), shares: 300 }))
    renderPage(Component)
    await screen.findByText('Сегодня от гостей чаевых пока не было')
  })

  // spec: 2.59
  test('shows the month since the 1st, compared with the same days of the month before', async () => {
    renderPage(Component, '/?period=month')
    await screen.findByText(withText('на 25 % больше, чем за те же дни прошлого месяца'), { selector: 'p' })
    screen.getByText(withText('20 000 ₽'), { selector: 'p > span' })
  })

  test('shows the sum before instead of a share of zero', async () => {
    stub(getTipsStats, ({ query }) => createStats(query, 0, 800))
    renderPage(Component)
    await screen.findByText(withText('за те же дни прошлой недели — 4 000 ₽'))
  })

  // spec: 2.60
  test('offers no choice of a day on a Monday, when the week is one day', async () => {
    vi.setSystemTime('2026-11-23T19:40:00+03:00')
    renderPage(Component)
    await screen.findByText(withText('за прошлый понедельник — 800 ₽'), { selector: 'p' })
    expect(screen.queryByRole('slider')).toBeNull()
  })

  // spec: 2.58
  test('stores another period in the address, and dims the old figures until the new ones load', async () => {
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    stub(getTipsStats, async ({ query }) => {
      const stats = createStats(query, 1000, 800)
      if (query.compare === 'month') await delivered
      return stats
    })
    renderPage(Component)
    const week = await screen.findByText(withText('5 000 ₽'), { selector: 'p > span' })
    await userEvent.click(screen.getByRole('radio', { name: 'Месяц' }))

    expect(location.search).toBe('?period=month')
    screen.getByRole('radio', { name: 'Месяц', checked: true })
    expect(isDimmed(week)).toBe(true)

    deliver()
    const month = await screen.findByText(withText('20 000 ₽'), { selector: 'p > span' })
    await waitFor(() => expect(isDimmed(month)).toBe(false))
  })

  // spec: 2.58
  test('parses a custom period from the address', async () => {
    renderPage(Component, '/?from=2026-11-18&to=2026-11-20')
    await screen.findByText(withText('на 25 % больше, чем за 15.11.2026–17.11.2026'), { selector: 'p' })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  })

  test('shows that a period has no tips, and leaves the rest', async () => {
    stub(getTipsStats, ({ query }) => createStats(query, 0))
    renderPage(Component)
    await screen.findByText('За этот период чаевых не было')
    screen.getByRole('heading', { name: 'Последние чаевые' })
  })

  test('reads the days out by arrow keys', async () => {
    stub(getTipsStats, ({ query }) => {
      const stats = createStats(query, 1000, 800)
      return { ...stats, days: stats.days.map((day, index) => ({ ...day, amount: 100 * (index + 1), count: 3 })) }
    })
    renderPage(Component)
    const picker = await screen.findByRole('slider', { name: 'День на графике' })
    fireEvent.change(picker, { target: { value: '3' } })
    expect(plain(picker.getAttribute('aria-valuetext'))).toMatch(/ — 400 ₽ от 3 гостей$/)
    screen.getByText(withText('неделей раньше — 800 ₽'))
  })
})

// spec: 2.26
test('at midnight of the restaurant an open page begins a new day, and keeps what it shows until its figures are there', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T23:59:50+03:00'), shouldAdvanceTime: true })
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  stub(getTipsStats, async ({ query }) => {
    if (query.from === '2026-11-21') await delivered
    return createStats(query, query.from === '2026-11-21' ? 0 : 1000, 800)
  })
  renderPage(Component, '/?period=today')
  const section = await screen.findByRole('region', { name: 'Последние чаевые' })
  within(section).getByRole('heading', { name: 'Сегодня' })
  const day = await screen.findByText(withText('1 000 ₽'), { selector: 'p > span' })

  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(isDimmed(day)).toBe(true)

  await act(async () => deliver())
  await screen.findByText(withText('0 ₽'), { selector: 'p > span' })
  within(section).getByRole('heading', { name: 'Вчера' })
  screen.getByRole('radio', { name: 'Сегодня', checked: true })
  screen.getByText(withText('вчера за весь день — 800 ₽'))
})

describe('latest tips', () => {
  // spec: 2.62
  test('shows five of them with ratings and comments, and the way to all', async () => {
    stubTips([
      createTip(5, { rating: 4, comment: 'Спасибо за вечер!' }),
      ...[1, 2, 3, 4, 6, 7].map((id) => createTip(id)),
    ])
    renderPage(Component)
    const section = await screen.findByRole('region', { name: 'Последние чаевые' })
    const rows = within(section).getAllByRole('listitem')
    expect(rows).toHaveLength(5)
    // The day stands once, above its tips.
    within(section).getByRole('heading', { name: 'Сегодня' })
    expect(plainText(rows[0])).toBe('19:40Спасибо за вечер!+500 ₽')
    within(section).getByRole('img', { name: 'Оценка 4 из 5' })
    expect(within(section).getByRole('link', { name: 'Выписка' })).toHaveAttribute('href', '/billing?documents')
    expect(within(section).getByRole('link', { name: 'Все чаевые' }).getAttribute('href')).toBe('/billing?type=tip')
  })

  test('shows what a colleague has shared among the tips, marked, with the comment', async () => {
    stubTips(
      [createTip(2, { created_at: '2026-11-20T19:30:00+03:00', rating: 5 })],
      [
        createShare({ created_at: '2026-11-20T19:35:00+03:00', comment: 'За субботу, спасибо!' }),
        createShare({ id: 'sent', type: 'transfer_out', direction: 'out' }),
      ],
    )
    renderPage(Component)
    const section = await screen.findByRole('region', { name: 'Последние чаевые' })
    expect(within(section).getAllByRole('listitem').map(plainText)).toEqual([
      '19:35от коллегиАнна Смирнова: За субботу, спасибо!+70 ₽',
      '19:30+200 ₽',
    ])
    expect(within(section).getByRole('link', { name: 'Все операции' })).toHaveAttribute('href', '/billing')
  })

  test('counts the shares of colleagues in a period, beside the tips of guests', async () => {
    stub(getTipsStats, ({ query }) => ({ ...createStats(query, 1000), shares: 120.5 }))
    renderPage(Component)
    await screen.findByText(withText('и 120,50 ₽ от коллег'), { selector: 'p' })
    screen.getByText(withText('5 000 ₽'), { selector: 'p > span' })
  })

  test('is not empty for an employee who has only shares of colleagues', async () => {
    stubTips([], [createShare()])
    stub(getTipsStats, ({ query }) => ({ ...createStats(query, 0), shares: 70 }))
    renderPage(Component)
    await screen.findByText(withText('и 70 ₽ от коллег'), { selector: 'p' })
    screen.getByText('От гостей чаевых не было')
    screen.getByText('Анна Смирнова')
    expect(screen.queryByText('Пока нет чаевых')).toBeNull()
  })

  // spec: 2.62
  test('shows that there were never any tips', async () => {
    stubTips([])
    stub(getTipsStats, ({ query }) => createStats(query, 0))
    renderPage(Component)
    await screen.findByText('Пока нет чаевых')
    screen.getByText('Они появятся здесь сразу после оплаты гостем')
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })
})

test('offers to load again what could not be loaded', async () => {
  stub(getTipsStats, () => {
    throw new NetworkError()
  })
  renderPage(Component)
  await screen.findByText('Не удалось загрузить данные')
  screen.getByText('Доступно к выводу')

  stub(getTipsStats, ({ query }) => createStats(query, 1000))
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText(withText('5 000 ₽'), { selector: 'p > span' })
})

test('does not show another restaurant’s money while its own is loading', async () => {
  stub(getBalance, ({ params }) => (params.restId === 'berezka' ? balance : new Promise<Balance>(() => {})))
  renderPage(Component)
  await screen.findByText(withText('12 500,50 ₽'), { selector: 'dd' })
  act(() =>
    restaurantSwitched({ ...testEmployee, id: 'e2', restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа' } }),
  )
  await waitFor(() => expect(screen.queryByText(withText('12 500,50 ₽'), { selector: 'dd' })).toBeNull())
})
