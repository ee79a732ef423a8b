import { listPayouts } from '@portal/contracts/payout'
import { listPayoutTerms } from '@portal/contracts/payout-method'
import { stub } from '@portal/shared/testing/http-stub'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { factText, later, openPage } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

test('opens a linked declined payout with its reason, and repeats it', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b2', amount: 700, code: '' })
  server.settle('canceled', { reason: 'card_invalid', binding_id: 'b2' })
  const { user } = openPage(Component, '/out?payout=p1')
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findAllByText('Отклонено, деньги возвращены на баланс')).not.toHaveLength(0)
  expect(sheet.getByText('Карта недоступна, выберите другую.')).toBeDefined()
  expect(sheet.getByText('Можно вывести и на телефон СБП.')).toBeDefined()
  expect(factText('Номер вывода')).toBe('100001')
  await user.click(sheet.getByRole('link', { name: 'Повторить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('700')
  expect(seenText(screen.getByRole('combobox', { name: 'Куда' }))).toContain('СБП · Т-Банк · •• 67')
  expect(location.search).toBe('')
})

// spec: 2.82
test('leads from a payout that the security check has rejected to the help, not to another way', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  server.settle('canceled', { review: 'rejected' })
  openPage(Component, '/out?payout=p1')
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByRole('link', { name: 'Связаться с поддержкой' })).toHaveAttribute('href', '/settings/help')
  expect(sheet.queryByRole('link', { name: /^(Вывести|Повторить)/ })).toBeNull()
})

// spec: 2.82
test('shows no link in place of another way while the ways load', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  server.settle('canceled', { reason: 'card_invalid' })
  const { promise, resolve } = Promise.withResolvers<void>()
  stub(listPayoutTerms, async () => {
    await promise
    return { items: server.terms }
  })
  openPage(Component, '/out?payout=p1')
  const sheet = within(await screen.findByRole('dialog'))
  const loading = await sheet.findByRole('button', { name: 'Другой способ вывода' })
  expect(loading).toHaveAttribute('aria-busy', 'true')
  expect(sheet.queryByRole('link', { name: 'Другой способ вывода' })).toBeNull()
  resolve()
  expect(await sheet.findByRole('link', { name: 'Вывести по СБП' })).toBeVisible()
})

// spec: 2.84
test('updates the status of a pending payout', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  openPage(Component, '/out')
  const list = within(await screen.findByRole('list', { name: 'Выводы' }))
  expect(list.getByText('В обработке')).toBeDefined()
  server.settle('succeeded')
  await later(5000)
  expect(list.getByText('Выплачено')).toBeDefined()
})

// spec: 2.84, 6.9
test('shows a declined payout by one word in the list, and in the details that the money is back', async ({
  server,
}) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  server.settle('canceled', { reason: 'card_invalid' })
  const { user } = openPage(Component, '/out')
  const list = within(await screen.findByRole('list', { name: 'Выводы' }))
  expect(list.getByText('Отклонено')).toBeVisible()
  await user.click(list.getByRole('button'))
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findAllByText('Отклонено, деньги возвращены на баланс')).not.toHaveLength(0)
})

// spec: 6.10
test('shows a transfer as transferred, not as paid out', async ({ server }) => {
  server.book('k1', { kind: 'transfer', rest_id: 'berezka', recipient_employee_id: 'e2', amount: 700, code: '' })
  const { user } = openPage(Component, '/out')
  const list = within(await screen.findByRole('list', { name: 'Выводы' }))
  expect(list.getByText('Переведено')).toBeVisible()
  await user.click(list.getByRole('button'))
  const steps = within(await screen.findByRole('list', { name: 'Ход перевода' }))
  expect(steps.getByText('Переведено')).toBeVisible()
  expect(document.body).not.toHaveTextContent('Выплачено')
})

test('shows that it is empty', async () => {
  openPage(Component, '/out')
  expect(await screen.findByText('Выводов пока нет')).toBeDefined()
})

test('shows that a linked payout does not exist', async () => {
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue()
  openPage(Component, '/out?payout=p404')
  expect(await screen.findByText('Вывод не найден')).toBeDefined()
})

// spec: 2.84
test('prints the receipt from the details', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  server.settle('succeeded', { rrn: '532411223344', completed_at: '2026-11-20T12:01:00+03:00' })
  let printed: string | undefined
  vi.stubGlobal('print', () => {
    printed = seenText(screen.getByText('Квитанция о выводе').closest('body > *'))
  })
  const { user } = openPage(Component, '/out?payout=p1')
  await user.click(await screen.findByRole('button', { name: 'Квитанция' }))
  expect(printed).toMatch(/^ЧаевыеКвитанция о выводеВыплаченоПолучатель[А-Я].*Создано \(МСК\)\d.*Выплачено \(МСК\)\d\d/)
  expect(printed).toContain('Номер для банка532411223344Деньги не пришли? Назовите этот номер своему банку')
})

// spec: 2.84
test('stores the page in the address', async ({ server }) => {
  server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
  const queries: unknown[] = []
  stub(listPayouts, ({ query }) => {
    queries.push(query)
    return {
      items: [...server.payouts.values()],
      page: Number(query.page),
      pages: 2,
      per_page: 20,
      total: 21,
      as_of: '21',
    }
  })
  const { user } = openPage(Component, '/out?page=2')
  await user.click(await screen.findByRole('link', { name: 'Предыдущая страница' }))
  await waitFor(() => expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('1'))
  expect(location.search).toBe('')
  expect(queries).toEqual([
    { restId: 'berezka', page: '2' },
    { restId: 'berezka', page: '1' },
  ])
})

// spec: 2.89
test('a payout that arrives meanwhile shifts no page', async ({ server }) => {
  for (let n = 1; n <= 21; n++) {
    server.book(`k${n}`, { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 100 + n, code: '' })
  }
  server.settle('succeeded')
  const { user } = openPage(Component, '/out')
  const shown = () => within(screen.getByRole('list', { name: 'Выводы' })).getAllByRole('button')
  await screen.findByRole('list', { name: 'Выводы' })
  expect(shown()).toHaveLength(20)
  server.book('k22', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 999, code: '' })
  await user.click(screen.getByRole('link', { name: 'Страница 2' }))
  await waitFor(() => expect(shown().map(seenText)).toEqual([expect.stringContaining('−101 ₽')]))
})
