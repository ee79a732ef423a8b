import { seenText } from '@portal/shared/testing/seen-text'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './payout-methods-page.tsx'
import { testCard, testPhone } from './testing/methods-server.ts'
import { openPage, test } from './testing/open-methods.ts'

// spec: 2.7
test('lists cards and phones under the bank of their restaurants, and marks the default', async ({ server }) => {
  server.methods = [testCard({ label: 'Зарплатная' }), testPhone({ status: 'blocked' })]
  openPage(Component)
  const bank = await screen.findByRole('region', { name: /^Т-Банк.*«Берёзка»$/ })
  const rows = within(bank).getAllByRole('listitem')
  expect(rows.map(seenText)).toEqual([
    'Мир •• 1234ОсновнойСбербанк · Зарплатная',
    'СБП · Т-БанкЗаблокирован+7 (900) •••-••-67',
  ])
  expect(
    within(bank)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/settings/cards/card-1/edit', '/settings/sbp-phones/phone-1/edit'])
  // A row is one target: what is done to a method is done on its page.
  expect(within(bank).queryByRole('button')).toBeNull()
})

test('offers to add both when there are none', async () => {
  openPage(Component)
  await screen.findByText('Способов вывода пока нет')
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('link', { name: 'Добавить карту' })).toHaveAttribute('href', '/settings/cards/add')
  expect(screen.getByRole('link', { name: 'Добавить телефон СБП' })).toHaveAttribute('href', '/settings/sbp-phones/add')
})
