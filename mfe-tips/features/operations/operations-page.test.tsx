import { exportOperations, listOperations, type Operation } from '@portal/contracts/operation'
import { getIncomeCertificate, getStatement } from '@portal/contracts/statement'
import { failures } from '@portal/shared/testing/failures'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { hideAmounts } from '@portal/shared/ui/amount'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './operations-page.tsx'

const tip: Operation = {
  id: 'tip-1',
  type: 'tip',
  direction: 'in',
  amount: 500,
  fee: 0,
  status: 'completed',
  title: 'Чаевые от гостя',
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: '2026-11-10T12:04:00+03:00',
  rating: 5,
  comment: 'Очень вкусно',
}

const payout: Operation = {
  id: 'payout-operation-1',
  number: '104807',
  type: 'payout',
  direction: 'out',
  amount: 1000,
  fee: 15,
  status: 'pending',
  title: 'Вывод на карту',
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: '2026-11-09T18:30:00+03:00',
  payout_id: 'p 1',
}

const nothing = { tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

type Feed = { [page: number]: Operation[] }

/** Stubs pages of each type; `as_of` of the response is the requested one, so that a test sees it preserved. */
function stubFeed(feeds: { all: Feed; payout?: Feed; found?: Feed }) {
  stub(listOperations, ({ query: { type, q, page = '1', as_of } }) => {
    const feed = feeds[q ? 'found' : type === 'payout' ? 'payout' : 'all'] ?? {}
    return {
      items: feed[Number(page)] ?? [],
      page: Number(page),
      pages: Object.keys(feed).length,
      per_page: 20,
      total: Object.values(feed).flat().length,
      as_of: as_of ?? '42',
      day_totals: [
        { ...nothing, date: '2026-11-10', total: 500, tips: 500, pending_in: 1200 },
        { ...nothing, date: '2026-11-09', total: 0, pending_out: 1000 },
      ],
    }
  })
}

const textOf = (node: Node | null | undefined) => node?.textContent?.replace(/\u00A0/g, ' ')

beforeEach(() => {
  resetStubs()
  stubFeed({ all: { 1: [tip, payout] }, payout: { 1: [payout] } })
})

describe('list', () => {
  // spec: 2.2, 2.65
  test('shows days with their totals, and title, time, comment, sum and a notable status of each operation', async () => {
    renderPage(Component, '/billing')
    const day = await screen.findByRole('region', { name: '10.11.2026' })
    const totalsOf = (day: HTMLElement) =>
      within(within(day).getByRole('list', { name: 'Итого за день' }))
        .getAllByRole('listitem')
        .map(textOf)
    expect(totalsOf(day)).toEqual(['Чаевые 500 ₽', 'К зачислению 1 200 ₽'])
    const row = within(day).getByRole('button')
    expect(textOf(row)).toBe('Чаевые от гостя12:04Очень вкусно+500 ₽')
    within(row).getByRole('img', { name: 'Оценка 5 из 5' })

    const before = screen.getByRole('region', { name: '09.11.2026' })
    expect(totalsOf(before)).toEqual(['В обработке 1 000 ₽'])
    expect(textOf(within(before).getByRole('button'))).toBe('Вывод на карту18:30−1 000 ₽В обработке')
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
    for (const list of totals) expect(textOf(list)).not.toMatch(/\d/)
    hideAmounts(false)
  })

  // spec: 2.68
  test('shows details in a sheet, and links a payout to the page of payouts', async () => {
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Вывод на карту/ }))
    const sheet = await screen.findByRole('dialog')
    const field = (name: string) => textOf(within(sheet).getByText(name).nextSibling)
    expect(field('Тип')).toBe('Вывод средств')
    expect(field('Дата и время')).toBe('09.11.2026, 18:30')
    expect(field('Комиссия')).toBe('15 ₽')
    expect(field('К зачислению')).toBe('985 ₽')
    expect(field('Номер операции')).toBe('104807')
    expect(within(sheet).getByRole('link').getAttribute('href')).toBe('/out?payout=p%201')
  })

  // spec: 11.14
  test('shows what the restaurant pays of the fee of a withdrawal', async () => {
    stubFeed({ all: { 1: [{ ...payout, fee: 0, restaurant_fee: 15 }] } })
    renderPage(Component, '/billing')
    await userEvent.click(await screen.findByRole('button', { name: /Вывод на карту/ }))
    const sheet = await screen.findByRole('dialog')
    const field = (name: string) => textOf(within(sheet).getByText(name).nextSibling)
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
    // Afterwards: happy-dom reports a change from narrow to wide, and then those that follow.
    act(() => resize(1280))
    await screen.findByText('Очень вкусно', { selector: 'p' })
  }
  afterEach(() => resize(1024))
  const current = () => textOf(document.querySelector('[aria-current=true]'))

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

describe('filter', () => {
  // spec: 2.67
  test('filters the list by a chip, stores it in the address, and begins at the first page', async () => {
    stubFeed({ all: { 1: [tip], 2: [tip] }, payout: { 1: [payout] } })
    renderPage(Component, '/billing?page=2&as_of=42')
    await screen.findByText('Чаевые от гостя')
    await userEvent.click(screen.getByRole('radio', { name: 'Выводы' }))
    await screen.findByText('Вывод на карту')
    expect(screen.queryByText('Чаевые от гостя')).toBeNull()
    expect(location.search).toBe('?type=payout')
  })

  // spec: 2.71
  test('distinguishes an empty result from an empty list, and offers to reset the filter', async () => {
    stubFeed({ all: { 1: [tip] }, payout: {} })
    renderPage(Component, '/billing?type=payout')
    await screen.findByText('По фильтру ничего не найдено')
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
    await screen.findByText('Чаевые от гостя')
    expect(location.search).toBe('')
    screen.getByRole('radio', { name: 'Все', checked: true })
  })

  // spec: 2.71
  test('shows that there are no operations at all', async () => {
    stubFeed({ all: {} })
    renderPage(Component, '/billing')
    await screen.findByText('Операций пока нет')
    expect(screen.queryByRole('button', { name: 'Сбросить' })).toBeNull()
  })
})

describe('search', () => {
  const field = () => screen.getByRole('searchbox', { name: 'Найти операцию' })

  // spec: 2.151
  test('sends one request for a word, stores it in the address, and shows how many were found', async () => {
    const searched: (string | undefined)[] = []
    stub(listOperations, ({ query: { q } }) => {
      searched.push(q)
      const items = q ? [payout] : [tip]
      return { items, page: 1, pages: 1, per_page: 20, total: items.length, as_of: '42', day_totals: [] }
    })
    renderPage(Component, '/billing')
    await screen.findByText('Чаевые от гостя')
    await userEvent.type(field(), 'вывод')
    await screen.findByText('Вывод на карту')
    expect(searched).toEqual([undefined, 'вывод'])
    expect(location.search).toBe(`?q=${encodeURIComponent('вывод')}`)
    expect(textOf(screen.getByRole('status'))).toBe('Найдено: 1 операция.')
  })

  // spec: 2.151
  test('searches at once by Enter, with the filter that is chosen', async () => {
    stubFeed({ all: { 1: [tip] }, payout: { 1: [tip] }, found: { 1: [payout] } })
    renderPage(Component, '/billing?type=payout&page=2&as_of=42')
    await userEvent.type(field(), '1 000{Enter}')
    expect(location.search).toBe('?type=payout&q=1+000')
    await screen.findByText('Вывод на карту')
  })

  test('has the text of the address, and removes it by the cross', async () => {
    stubFeed({ all: { 1: [tip] }, found: {} })
    renderPage(Component, '/billing?q=500')
    await screen.findByText('По фильтру ничего не найдено')
    expect(field()).toHaveValue('500')
    await userEvent.click(screen.getByRole('button', { name: 'Очистить поиск' }))
    await screen.findByText('Чаевые от гостя')
    expect(field()).toHaveValue('')
    expect(location.search).toBe('')
  })

  test('is empty after «Сбросить»', async () => {
    stubFeed({ all: { 1: [tip] }, found: {} })
    renderPage(Component, '/billing?q=500')
    await userEvent.click(await screen.findByRole('button', { name: 'Сбросить' }))
    await screen.findByText('Чаевые от гостя')
    expect(field()).toHaveValue('')
  })

  test('says that older operations were not searched', async () => {
    stub(listOperations, () => ({
      items: [],
      page: 1,
      pages: 0,
      per_page: 20,
      total: 0,
      as_of: '90000',
      day_totals: [],
      has_unsearched: true,
    }))
    renderPage(Component, '/billing?q=500')
    await screen.findByText(/Искали среди последних 50.000 операций/)
  })
})

// spec: 2.67
test('periods are chips: a tap chooses one, «За всё время» none', async () => {
  renderPage(Component, '/billing?type=tip')
  await userEvent.click(await screen.findByRole('radio', { name: 'Вчера' }))
  expect(location.search).toMatch(/^\?type=tip&from=(\d{4}-\d\d-\d\d)&to=\1$/)
  screen.getByRole('radio', { name: 'Вчера', checked: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Прошлый месяц' }))
  expect(location.search).toMatch(/^\?type=tip&from=(\d{4}-\d\d)-01&to=\1-(28|29|30|31)$/)
  await userEvent.click(screen.getByRole('radio', { name: 'За всё время' }))
  expect(location.search).toBe('?type=tip')
})

test('days of no chip are on the button of the calendar', async () => {
  renderPage(Component, '/billing?from=2026-01-03&to=2026-01-17')
  await screen.findByRole('button', { name: 'Свой период: 03.01–17.01.2026' })
  for (const chip of within(screen.getByRole('radiogroup', { name: 'Период' })).getAllByRole('radio')) {
    expect(chip).not.toBeChecked()
  }
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

async function requestFile() {
  await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }))
}

test.for(failures)('shows %s instead of a file', async ([failure, text]) => {
  stub(exportOperations, () => {
    throw failure
  })
  renderPage(Component, '/billing')
  await requestFile()
  await screen.findByText('Не удалось скачать файл')
  screen.getByText(text)
})

test('offers to download a file again that did not load', async () => {
  stub(exportOperations, () => {
    throw new NetworkError()
  })
  renderPage(Component, '/billing')
  await requestFile()
  await screen.findByText('Не удалось скачать файл')

  stub(exportOperations, () => 'Дата;Сумма')
  await requestFile()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

describe('statement and certificate', () => {
  const saved: { name: string; type: string; content: Promise<string> }[] = []

  beforeEach(() => {
    saved.length = 0
    const blobs = new Map<string, Blob>()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.set(`blob:${blobs.size}`, blob as Blob)
      return `blob:${blobs.size - 1}`
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      if (blob) saved.push({ name: this.download, type: blob.type, content: blob.text() })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const sheet = () => within(screen.getByRole('dialog'))
  const open = async (address: string) => {
    renderPage(Component, address)
    await userEvent.click(await screen.findByRole('button', { name: 'Выписка и справка' }))
    await screen.findByRole('dialog')
    await sheet().findByRole('button', { name: 'Скачать выписку' })
  }

  // spec: 2.152
  test('saves the statement of the period of the list as a PDF file', async () => {
    stub(getStatement, ({ query }) => `%PDF ${query.restId} ${query.from} ${query.to}`)
    await open('/billing?from=2026-01-03&to=2026-01-17')
    sheet().getByRole('radio', { name: 'Как в списке', checked: true })
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toMatch(/^Выписка .+ 03\.01\.2026–17\.01\.2026\.pdf$/)
    expect(saved[0]?.type).toBe('application/pdf')
    expect(await saved[0]?.content).toMatch(/^%PDF .+ 2026-01-03 2026-01-17$/)
  })

  // spec: 2.152
  test('saves the statement as a CSV file, of all types', async () => {
    stub(exportOperations, ({ query: { type = 'all types' } }) => type)
    await open('/billing?type=payout')
    await userEvent.click(sheet().getByRole('radio', { name: 'Прошлый месяц' }))
    await userEvent.click(sheet().getByRole('radio', { name: 'CSV' }))
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.content).toContain('all types')
  })

  // spec: 2.153
  test('saves the certificate of the chosen year', async () => {
    stub(getIncomeCertificate, ({ query: { year } }) => `%PDF of ${year}`)
    await open('/billing')
    const lastYear = new Date().getFullYear() - 1
    await userEvent.click(sheet().getByRole('radio', { name: String(lastYear) }))
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать справку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe(`Справка о доходах за ${lastYear} год.pdf`)
    expect(await saved[0]?.content).toBe(`%PDF of ${lastYear}`)
  })

  test.for(failures)('shows %s instead of a statement', async ([failure, text]) => {
    stub(getStatement, () => {
      throw failure
    })
    await open('/billing')
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await screen.findByText('Не удалось скачать файл')
    screen.getByText(text)
  })
})
