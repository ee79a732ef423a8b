import { listEmployees } from '@portal/shared/contracts/employee'
import { listPayoutBindings, type PayoutBinding } from '@portal/shared/contracts/payout-method'
import { answer, forgetAnswers } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './payout-methods-page.tsx'

const card: PayoutBinding = {
  id: 'b1',
  type: 'card',
  bank: 'Т-Банк',
  bank_name: 'Сбербанк',
  label: 'Зарплатная',
  is_default: true,
  status: 'active',
  rest_ids: ['berezka'],
  mask: '2200 •••• •••• 1234',
  last4: '1234',
  network: 'mir',
}

const phone: PayoutBinding = {
  id: 'b2',
  type: 'sbp',
  bank: 'Т-Банк',
  bank_name: 'Т-Банк',
  bank_id: '100000000004',
  label: '',
  is_default: false,
  status: 'blocked',
  rest_ids: ['berezka'],
  phone_masked: '+7 (900) •••-••-01',
}

beforeEach(() => {
  forgetAnswers()
  answer(listEmployees, () => ({ items: [testEmployee] }))
})

test('cards and phones under the bank of their restaurants, the default one marked', async () => {
  answer(listPayoutBindings, () => ({ items: [card, phone] }))
  renderPage(Component)
  const bank = await screen.findByRole('region', { name: 'Т-Банк — «Берёзка»' })
  const rows = within(bank).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Мир ••\u00A01234ОсновнойСбербанк · Зарплатная',
    'СБП · +7 (900) •••-••-01ЗаблокированТ-Банк',
  ])
})

test('nothing there yet', async () => {
  answer(listPayoutBindings, () => ({ items: [] }))
  renderPage(Component)
  await screen.findByText('Способов вывода пока нет')
  expect(screen.queryByRole('list')).toBeNull()
})
