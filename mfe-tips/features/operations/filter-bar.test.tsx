import { listOperations } from '@portal/contracts/operation'
import { resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from './operations-page.tsx'
import { payout, plainText, stubFeed, tip } from './testing/operations.ts'

beforeEach(() => {
  resetStubs()
  stubFeed()
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
    await userEvent.type(field(), 'вывод', { delay: null })
    await screen.findByText('Вывод на карту')
    expect(searched).toEqual([undefined, 'вывод'])
    expect(location.search).toBe(`?q=${encodeURIComponent('вывод')}`)
    expect(plainText(screen.getByRole('status'))).toBe('Найдено: 1 операция')
  })

  // spec: 2.151
  test('searches immediately by Enter, with the filter that is chosen', async () => {
    stubFeed({ all: { 1: [tip] }, payout: { 1: [tip] }, found: { 1: [payout] } })
    renderPage(Component, '/billing?type=payout&page=2&as_of=42')
    await userEvent.type(field(), '1 000{Enter}', { delay: null })
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
test('the calendar opens from one chip, which then names the period, and the cross beside it removes it', async () => {
  renderPage(Component, '/billing?type=tip')
  await userEvent.click(await screen.findByRole('button', { name: 'Период' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Вчера' }))
  expect(location.search).toMatch(/^\?type=tip&from=(\d{4}-\d\d-\d\d)&to=\1$/)
  const chip = await screen.findByRole('button', { name: 'Период: Вчера' })
  await userEvent.click(screen.getByRole('button', { name: 'За всё время' }))
  expect(location.search).toBe('?type=tip')
  expect(chip).toHaveFocus()
  expect(chip).toHaveAccessibleName('Период')
})

test('the chip names days that are no usual period', async () => {
  renderPage(Component, '/billing?from=2026-01-03&to=2026-01-17')
  await screen.findByRole('button', { name: 'Период: 03.01.2026–17.01.2026' })
})
