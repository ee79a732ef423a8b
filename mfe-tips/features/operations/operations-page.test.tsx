import { listOperations } from '@portal/contracts/operation'
import { getPayout } from '@portal/contracts/payout'
import { listPayoutMethods, listPayoutTerms } from '@portal/contracts/payout-method'
import { failures } from '@portal/shared/testing/failures'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { sbp, sbpTerms } from '@portal/shared/testing/payout-ways'
import { renderPage } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { hideAmounts } from '@portal/shared/ui/amount'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './operations-page.tsx'
import { payout, payoutResponse, plainText, stubFeed, tip } from './testing/operations.ts'

// The feed has a tip of 500 ₽ on 10.11.2026 and a payout of 1,000 ₽, no. 104807, on the day before.
beforeEach(() => {
  resetStubs()
  stubFeed()
  stub(getPayout, () => payoutResponse)
})

afterEach(() => {
  hideAmounts(false)
  resize(1024)
  vi.useRealTimers()
})

/** The value of a field in the details, as plain text. */
const field = (details: HTMLElement, name: string) => plainText(within(details).getByText(name).nextSibling)

/** “kind sum” of each total of a day. */
const totals = (day: HTMLElement) =>
  within(within(day).getByRole('list', { name: 'Итого за день' }))
    .getAllByRole('listitem')
    .map(plainText)

async function openSheet(operation: RegExp): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: operation }))
  return await screen.findByRole('dialog')
}

function resize(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}

describe('list', () => {
  // spec: 2.26
  test('turns today into yesterday at midnight of the restaurant, also if the phone sleeps then', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-10T23:59:50+03:00'), shouldAdvanceTime: true })
    renderPage(Component, '/billing?from=2026-11-10&to=2026-11-10')
    await screen.findByRole('region', { name: 'Сегодня' })
    expect(screen.getByRole('button', { name: 'Период: Сегодня' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByRole('region', { name: 'Вчера' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Период: Вчера' })).toBeVisible()

    // The phone slept for days: its timers did not run, and the page is shown again.
    vi.setSystemTime('2026-11-15T09:00:00+03:00')
    act(() => void dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByRole('region', { name: '10.11.2026' })).toBeVisible()
  })

  // spec: 2.2, 2.65
  test('shows days with their totals, and title, time, comment, sum and a notable status of each operation', async () => {
    renderPage(Component, '/billing')
    const day = await screen.findByRole('region', { name: '10.11.2026' })
    expect(totals(day)).toEqual(['Чаевые 500 ₽', 'К зачислению 1 200 ₽'])
    const row = within(day).getByRole('button')
    for (const text of ['Чаевые от гостя', '12:04', 'Очень вкусно', /^\+500.₽$/]) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(within(row).getByRole('img', { name: 'Оценка 5 из 5' })).toBeVisible()

    const before = screen.getByRole('region', { name: '09.11.2026' })
    expect(totals(before)).toEqual(['В обработке 1 000 ₽'])
    const pending = within(before).getByRole('button')
    for (const text of ['Вывод на карту', '18:30', /^−1.000.₽$/, 'В обработке']) {
      expect(within(pending).getByText(text)).toBeVisible()
    }
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
    expect(within(day).getByRole('button', { name: /Чаевые от гостя/ })).toBeVisible()
  })

  test('shows a card, a phone or a colleague on the second line, where no line can end with a dot', async () => {
    const transfer = { id: 'sent', type: 'transfer_out', title: 'Перевод · Борис Ким · •• 02' } as const
    stubFeed({
      all: {
        1: [
          { ...payout, title: 'Вывод · СБП · Т-Банк · •• 01' },
          { ...payout, ...transfer },
        ],
      },
    })
    renderPage(Component, '/billing')
    const rows = await screen.findAllByRole('button', { name: /18:30/ })
    expect(rows.map(seenText)).toEqual([
      'Вывод18:30СБПТ-Банк•• 01−1 000 ₽В обработке',
      'Перевод18:30Борис Ким•• 02−1 000 ₽В обработке',
    ])
  })

  // spec: 2.65
  test('hides amounts in the totals of a day too', async () => {
    hideAmounts(true)
    renderPage(Component, '/billing')
    const lists = await screen.findAllByRole('list', { name: 'Итого за день' })
    for (const list of lists) expect(plainText(list)).not.toMatch(/\d/)
  })

  // spec: 2.68, 2.84
  test('shows a withdrawal with its steps, what arrived, the number for the bank and its receipt', async () => {
    stub(getPayout, () => ({ ...payoutResponse, status: 'succeeded' as const, rrn: '532411223344' }))
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Вывод на карту/)
    expect(await within(sheet).findByRole('list', { name: 'Ход вывода' })).toBeVisible()
    expect(within(sheet).getByRole('button', { name: 'Квитанция' })).toBeVisible()
    expect([field(sheet, 'Номер вывода'), field(sheet, 'Номер для банка')]).toEqual(['104807', '532411223344'])
    expect([field(sheet, 'Комиссия'), field(sheet, 'Пришло')]).toEqual(['15 ₽', '985 ₽'])
    expect(within(sheet).queryByText('Номер операции')).toBeNull()
  })

  test('stays open when new operations move the opened one to the next page', async () => {
    const client = renderPage(Component, '/billing')
    const sheet = await openSheet(/Вывод на карту/)
    stubFeed({ all: { 1: [tip] } })
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(screen.queryByRole('button', { name: /Вывод на карту/, hidden: true })).toBeNull())
    expect(sheet).toBeVisible()
  })

  // spec: 2.82
  test('shows why a withdrawal was declined, and leads to another way and to the same again', async () => {
    stubFeed({ all: { 1: [{ ...payout, status: 'canceled' }] } })
    const declined = { status: 'canceled', reason: 'card_invalid', binding_id: 'b1' } as const
    stub(getPayout, () => ({ ...payoutResponse, ...declined }))
    stub(listPayoutMethods, () => ({ items: [sbp] }))
    stub(listPayoutTerms, () => ({ items: [sbpTerms] }))
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Вывод на карту/)
    expect(await within(sheet).findByText('Карта недоступна, выберите другую.')).toBeVisible()
    expect(field(sheet, 'Возвращено на баланс')).toBe('1 000 ₽')
    for (const name of ['Комиссия', 'Пришло', 'Придёт']) expect(within(sheet).queryByText(name)).toBeNull()
    const another = await within(sheet).findByRole('link', { name: 'Вывести по СБП' })
    expect(another).toHaveAttribute('href', '/out?amount=1000&to=b2')
    expect(within(sheet).getByRole('link', { name: 'Повторить' })).toHaveAttribute('href', '/out?amount=1000&to=b1')
  })

  // spec: 2.68
  test('shows what the list knows of a withdrawal without a network', async () => {
    stub(getPayout, () => {
      throw new NetworkError()
    })
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Вывод на карту/)
    expect(field(sheet, 'Дата и время')).toBe('09.11.2026, 18:30')
    expect([field(sheet, 'Номер вывода'), field(sheet, 'Комиссия')]).toEqual(['104807', '15 ₽'])
    expect(field(sheet, 'Придёт')).toBe('985 ₽')
  })

  // spec: 2.68
  test('shows the number and the comment of a transfer before and after its details have loaded', async () => {
    const transfer = { type: 'transfer_out', status: 'canceled', title: 'Перевод коллеге', comment: 'За торт' } as const
    stubFeed({ all: { 1: [{ ...payout, ...transfer }] } })
    const response = Promise.withResolvers<typeof payoutResponse>()
    stub(getPayout, () => response.promise)
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Перевод/)
    for (const heading of [null, 'Ход перевода']) {
      if (heading) await within(sheet).findByRole('list', { name: heading })
      expect(within(sheet).getByText('За торт')).toBeVisible()
      expect(field(sheet, 'Номер перевода')).toBe('104807')
      expect(field(sheet, 'Возвращено на баланс')).toBe('1 000 ₽')
      response.resolve({ ...payoutResponse, kind: 'transfer', status: 'canceled', review: 'rejected' })
    }
  })

  test('shows when the guest paid a tip that arrived on a later day', async () => {
    stubFeed({ all: { 1: [{ ...tip, paid_at: '2026-11-02T21:15:00+03:00' }] } })
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Чаевые от гостя/)
    expect(field(sheet, 'Гость оплатил')).toBe('02.11.2026, 21:15')
  })

  test('shows the rating and the comment in the details of a tip', async () => {
    renderPage(Component, '/billing')
    const sheet = await openSheet(/Чаевые от гостя/)
    expect(within(sheet).getByRole('img', { name: 'Оценка 5 из 5' })).toBeVisible()
    expect(within(sheet).getByText('Очень вкусно')).toBeVisible()
    expect(within(sheet).getByRole('link').getAttribute('href')).toBe('/reviews')
    expect(within(sheet).queryByText('Комиссия')).toBeNull()
  })
})

describe('in a wide window', () => {
  const openWide = async () => {
    renderPage(Component, '/billing')
    await screen.findByText('Чаевые от гостя')
    act(() => resize(1280))
    await screen.findByText('Очень вкусно', { selector: 'p' })
    // happy-dom does not tell the width to listeners that were added after the change, so it gets one more event.
    act(() => void dispatchEvent(new Event('resize')))
  }
  const current = () => plainText(document.querySelector('[aria-current=true]'))

  // spec: 2.66
  test('shows the details beside the list, at first those of the newest one', async () => {
    await openWide()
    expect(current()).toMatch(/^Чаевые от гостя/)
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    const side = screen.getByRole('region', { name: 'Вывод на карту' })
    expect(within(side).getByText('104807')).toBeVisible()
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
    await screen.findByRole('button', { name: 'Квитанция' })
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Квитанция' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(row).toHaveFocus()
  })

  test('another filter closes the opened operation', async () => {
    await openWide()
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    await userEvent.click(screen.getByRole('radio', { name: 'Выводы' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Чаевые от гостя/ })).toBeNull())
    await userEvent.click(screen.getByRole('radio', { name: 'Все' }))
    await waitFor(() => expect(current()).toMatch(/^Чаевые от гостя/))
  })

  test('Esc leads to the newest row when the opened one has moved to the next page', async () => {
    const client = renderPage(Component, '/billing')
    await screen.findByText('Чаевые от гостя')
    act(() => resize(1280))
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    const side = await screen.findByRole('region', { name: 'Вывод на карту' })
    stubFeed({ all: { 1: [tip] } })
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(screen.queryByRole('button', { name: /Вывод на карту/ })).toBeNull())
    side.focus()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: /Чаевые от гостя/ })).toHaveFocus()
  })

  // spec: 2.66
  test('moves the details to a sheet when the window becomes narrow, and beside the list again when it is wide', async () => {
    await openWide()
    await userEvent.click(screen.getByRole('button', { name: /Вывод на карту/ }))
    act(() => resize(800))
    expect(within(await screen.findByRole('dialog')).getByText('104807')).toBeVisible()
    act(() => resize(1280))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(screen.getByRole('region', { name: 'Вывод на карту' })).getByText('104807')).toBeVisible()
  })

  test('opens no sheet without a choice', async () => {
    await openWide()
    act(() => resize(800))
    expect(document.querySelector('[aria-current]')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('pages', () => {
  test('the next page keeps the `as_of` of the first one, and the first page is the newest again', async () => {
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

  test('a page past the end leads to the first page of the same filter', async () => {
    renderPage(Component, '/billing?type=payout&page=9&as_of=40')
    await userEvent.click(await screen.findByText('К первой странице'))
    await screen.findByText('Вывод на карту')
    expect(location.search).toBe('?type=payout')
  })
})

test.for(failures)('%s: keeps the chosen filter, and offers to load its operations again', async ([failure]) => {
  renderPage(Component, '/billing')
  await screen.findByText('Чаевые от гостя')
  stub(listOperations, () => {
    throw failure
  })
  await userEvent.click(screen.getByRole('radio', { name: 'Выводы' }))
  await screen.findByText('Не удалось загрузить данные')
  expect(screen.getByRole('radio', { name: 'Выводы', checked: true })).toBeVisible()
  expect(location.search).toBe('?type=payout')

  stubFeed({ all: { 1: [tip] }, payout: { 1: [payout] } })
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('Вывод на карту')
})
