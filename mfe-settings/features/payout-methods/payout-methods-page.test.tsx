import { listPayoutTerms } from '@portal/contracts/payout-method'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './payout-methods-page.tsx'
import { cardTerms, testCard, testPhone } from './testing/methods-server.ts'
import { openPage, test } from './testing/open-methods.ts'

// spec: 2.7
test('lists cards and phones by restaurant, each with its fee, term and state', async ({ server }) => {
  const until = '2026-11-30T20:12:00+03:00'
  const cooling = { binding_id: 'phone-1', max: 10_000, day_limit_left: 10_000, reason: '', until }
  server.otherTerms = [
    {
      ...cardTerms,
      type: 'sbp',
      fee: { percent: 0, fixed: 0, min: 0 },
      eta_text: 'Обычно до минуты',
      new_bindings: [cooling],
    },
  ]
  server.methods = [testCard({ label: 'Зарплатная' }), testPhone(), testPhone({ id: 'phone-2', status: 'blocked' })]
  openPage(Component)
  const bank = await screen.findByRole('region', { name: /^«Берёзка».*Т-Банк$/ })
  const rows = within(bank).getAllByRole('listitem')
  await waitFor(() =>
    expect(rows.map(seenText)).toEqual([
      'Мир •• 1234ОсновнаяСбербанк · ЗарплатнаяКомиссия 1 %, не меньше 15 ₽Обычно до 10 минут',
      'СБП · Т-Банк+7 (900) •••-••-67Без комиссииОбычно до минутыДо 30.11.2026, 20:12 — не больше 10 000 ₽',
      'СБП · Т-БанкНе работает+7 (900) •••-••-67',
    ]),
  )
  expect(
    within(bank)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/settings/cards/card-1/edit', '/settings/sbp-phones/phone-1/edit', '/settings/sbp-phones/phone-2/edit'])
  // A row is one target: what is done to a method is done on its page.
  expect(within(bank).queryByRole('button')).toBeNull()
})

test.for([
  [testCard(), 'Основная'],
  [testPhone({ is_default: true }), 'Основной'],
  [testCard({ status: 'blocked' }), 'Не работает'],
  [testPhone({ is_default: true, status: 'blocked' }), 'Не работает'],
] as const)('%j has only the badge «%s»', async ([method, badge], { server }) => {
  server.methods = [method]
  openPage(Component)
  const row = await screen.findByRole('link', { name: /(1234|67)/ })
  expect(seenText(row)?.match(/Основн..|Не работает/g)).toEqual([badge])
})

test('a list whose terms did not load is complete without them', async ({ server }) => {
  server.methods = [testCard()]
  stub(listPayoutTerms, () => {
    throw new ProblemResponse(400, 'bad_request')
  })
  openPage(Component)
  const row = await screen.findByRole('link', { name: /1234/ })
  await waitFor(() => expect(seenText(row)).toBe('Мир •• 1234ОсновнаяСбербанк'))
})

test('offers to add both when there are none', async () => {
  openPage(Component)
  await screen.findByText('Способов вывода пока нет')
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('link', { name: 'Добавить карту' })).toHaveAttribute('href', '/settings/cards/add')
  expect(screen.getByRole('link', { name: 'Добавить СБП' })).toHaveAttribute('href', '/settings/sbp-phones/add')
})
