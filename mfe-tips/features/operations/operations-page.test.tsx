import { listOperations } from '@portal/contracts/operation'
import { failures } from '@portal/shared/testing/failures'
import { resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { hideAmounts } from '@portal/shared/ui/amount'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './operations-page.tsx'
import { payout, plainText, stubFeed, tip } from './testing/operations.ts'

beforeEach(() => {
  resetStubs()
  stubFeed()
})

describe('list', () => {
  // spec: 2.26
  test('turns today into yesterday at midnight of the restaurant, also where the phone slept through it', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-10T23:59:50+03:00'), shouldAdvanceTime: true })
    renderPage(Component, '/billing?from=2026-11-10&to=2026-11-10')
    await screen.findByRole('region', { name: 'Сегодня' })
    screen.getByRole('radio', { name: 'Сегодня', checked: true })
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    screen.getByRole('region', { name: 'Вчера' })
    screen.getByRole('radio', { name: 'Вчера', checked: true })

    vi.setSystemTime('2026-11-15T09:00:00+03:00')
    act(() => void dispatchEvent(new Event('visibilitychange')))
    screen.getByRole('region', { name: '10.11.2026' })
    vi.useRealTimers()
  })

  // spec: 2.2, 2.65
  test('shows days with their totals, and title, time, comment, sum and a notable status of each operation', async () => {
    renderPage(Component, '/billing')
    const day = await screen.findByRole('region', { name: '10.11.2026' })
    const totalTexts = (day: HTMLElement) =>
      within(within(day).getByRole('list', { name: 'Итого за день' }))
        .getAllByRole('listitem')
        .map(plainText)
    expect(totalTexts(day)).toEqual(['Чаевые 500 ₽', 'К зачислению 1 200 ₽'])
    const row = within(day).getByRole('button')
    expect(plainText(row)).toBe('Чаевые от гостя12:04Очень вкусно+500 ₽')
    within(row).getByRole('img', { name: 'Оценка 5 из 5' })

    const before = screen.getByRole('region', { name: '09.11.2026' })
    expect(totalTexts(before)).toEqual(['В обработке 1 000 ₽'])
    expect(plainText(within(before).getByRole('button'))).toBe('Вывод на карту18:30−1 000 ₽В обработке')
  })

  test('shows no sums by kind for an API of the previous version, which returns only the sum of a day', async () => {
    stub(listOperations, () => ({
      items: [tip],
      page: 1,
      pages: 1,
      per_page: 20,
      total: 1,
      as_of: '42',
      day_totals: [{ date: '2026-11-10', total: 500 }],
    }))
    renderPage(Component, '/billing')
    const day = await screen.findByRole('region', { name: '10.11.2026' })
    expect(within(day).getByRole('list', { name: 'Итого за день' }).childElementCount).toBe(0)
    within(day).getByRole('button', { name: /Чаевые от гостя/ })
  })

  // spec: 2.65
  test('hides amounts in the totals of a day too', async () => {
    hideAmounts(true)
    renderPage(Component, '/billing')
    const totals = await screen.findAllByRole('list', { name: 'Итого за день' })
    for (const list of totals) expect(plainText(list)).not.toMatch(/\d/)
    hideAmounts(false)
  })

  // spec: 2.68
  test('shows details in a sheet, and links a payout to the page of payouts', async () => {
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Вывод на карту/ }))
    const sheet = await screen.findByRole('dialog')
    const field = (name: string) => plainText(within(sheet).getByText(name).nextSibling)
    expect(field('Тип')).toBe('Вывод средств')
    expect(field('Дата и время')).toBe('09.11.2026, 18:30')
    expect(field('Комиссия')).toBe('15 ₽')
    expect(field('К зачислению')).toBe('985 ₽')
    expect(field('Номер операции')).toBe('104807')
    expect(within(sheet).getByRole('link').getAttribute('href')).toBe('/out?payout=p%201')
  })

  test('shows when the guest paid a tip that arrived on a later day', async () => {
    stubFeed({ all: { 1: [{ ...tip, paid_at: '2026-11-02T21:15:00+03:00' }] } })
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Чаевые от гостя/ }))
    const sheet = await screen.findByRole('dialog')
    expect(plainText(within(sheet).getByText('Гость оплатил').nextSibling)).toBe('02.11.2026, 21:15')
  })

  // spec: 11.14
  test('shows what the restaurant pays of the fee of a withdrawal', async () => {
    stubFeed({ all: { 1: [{ ...payout, fee: 0, restaurant_fee: 15 }] } })
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Вывод на карту/ }))
    const sheet = await screen.findByRole('dialog')
    const field = (name: string) => plainText(within(sheet).getByText(name).nextSibling)
    expect([field('Ваша часть комиссии'), field('Ресторан платит'), field('К зачислению')]).toEqual([
      '0 ₽',
      '15 ₽',
      '1 000 ₽',
    ])
  })

  test('shows the rating and the comment in the details of a tip', async () => {
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Чаевые от гостя/ }))
    const sheet = await screen.findByRole('dialog')
    within(sheet).getByRole('img', { name: 'Оценка 5 из 5' })
    within(sheet).getByText('Очень вкусно')
    expect(within(sheet).getByRole('link').getAttribute('href')).toBe('/reviews')
    expect(within(sheet).queryByText('Комиссия')).toBeNull()
  })
})

function resize(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}

describe('in a wide window', () => {
  const openWide = async () => {
    renderPage(Component, '/billing')
    await screen.findByText('Чаевые от гостя')
    act(() => resize(1280))
    await screen.findByText('Очень вкусно', { selector: 'p' })
    // happy-dom assumes that a new listener last saw a narrow window, so a listener added since needs one more event.
    act(() => void dispatchEvent(new Event('resize')))
  }
  afterEach(() => resize(1024))
  const current = () => plainText(document.querySelector('[aria-current=true]'))

  // spec: 2.66
  test('shows the details beside the list, at first those of the newest one', async () => {
    await openWide()
    expect(current()).toMatch(/^Чаевые от гостя/)
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    const side = screen.getByRole('region', { name: 'Вывод на карту' })
    within(side).getByText('104807')
    expect(current()).toMatch(/^Вывод на карту/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  // spec: 2.66
  test('moves the focus to the details by keyboard, and back to the row by Esc', async () => {
    await openWide()
    const row = screen.getByRole('button', { name: /Вывод на карту/ })
    row.focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('region', { name: 'Вывод на карту' })).toHaveFocus()
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Открыть вывод' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(row).toHaveFocus()
  })

  // spec: 2.66
  test('moves the details to a sheet when the window becomes narrow, and beside the list again when it is wide', async () => {
    await openWide()
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    act(() => resize(800))
    within(await screen.findByRole('dialog')).getByText('104807')
    act(() => resize(1280))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    within(screen.getByRole('region', { name: 'Вывод на карту' })).getByText('104807')
  })

  test('opens no sheet without a choice', async () => {
    await openWide()
    act(() => resize(800))
    expect(document.querySelector('[aria-current]')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('pages', () => {
  test('loads the next page of the list as it was on the first one', async () => {
    stubFeed({ all: { 1: [tip], 2: [payout] } })
    renderPage(Component, '/billing')
    await screen.findByText('Чаевые от гостя')
    await userEvent.click(screen.getByRole('link', { name: 'Следующая страница' }))
    await screen.findByText('Вывод на карту')
    expect(location.search).toBe('?page=2&as_of=42')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('2')
    expect(screen.getByRole('link', { name: 'Следующая страница' })).toHaveAttribute('aria-disabled', 'true')

    await userEvent.click(screen.getByRole('link', { name: 'Страница 1' }))
    await screen.findByText('Чаевые от гостя')
    // The first page is the newest one again.
    expect(location.search).toBe('')
  })

  test('returns from a page past the end', async () => {
    renderPage(Component, '/billing?page=9')
    await userEvent.click(await screen.findByRole('button', { name: 'К первой странице' }))
    await screen.findByText('Чаевые от гостя')
  })
})

test.for(failures)('%s: leaves the chosen filter, and offers to load its operations again', async ([failure]) => {
  renderPage(Component, '/billing')
  await screen.findByText('Чаевые от гостя')
  stub(listOperations, () => {
    throw failure
  })
  await userEvent.click(screen.getByRole('radio', { name: 'Выводы' }))
  await screen.findByText('Не удалось загрузить данные')
  screen.getByRole('radio', { name: 'Выводы', checked: true })
  expect(location.search).toBe('?type=payout')

  stubFeed({ all: { 1: [tip] }, payout: { 1: [payout] } })
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('Вывод на карту')
})
