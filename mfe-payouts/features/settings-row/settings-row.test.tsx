import { type AutoWithdrawal, getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { stub } from '@portal/shared/testing/http-stub'
import { mir } from '@portal/shared/testing/payout-ways'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { openPage } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './settings-row.tsx'

const rule: AutoWithdrawal = {
  binding_id: mir.id,
  schedule: { kind: 'daily', hour: 9 },
  day_limit: 5_000,
  method_title: 'Мир •• 1234',
  confirmed_at: '2026-11-20T12:00:00+03:00',
}

test('the row of the settings shows the rule of the chosen restaurant, and leads to it', async () => {
  stub(getAutoWithdrawal, () => ({ rule }))
  openPage(Component, '/settings')
  const row = await screen.findByRole('link', { name: /^Автовывод.*Включён/ })
  expect(seenText(row)).toBe('АвтовыводВключёнРесторан «Берёзка»Каждый день в 09:00 — на Мир •• 1234')
  expect(row).toHaveAttribute('href', '/out/auto')
})
