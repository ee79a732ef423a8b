import { getLimits, type OrderLimits } from '@portal/contracts/limits'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component } from './limits-page.tsx'

const payout: OrderLimits = {
  min: 100,
  max: 75_000,
  day: { limit: 150_000, left: 145_000 },
  month: { limit: 600_000, left: 0 },
}
const transfer: OrderLimits = { ...payout, min: 1, month: { limit: 1_500_000, left: 20_000 } }

async function panel(name: string) {
  const region = await screen.findByRole('region', { name })
  return region.textContent?.replaceAll('\u00A0', ' ')
}

// spec: 2.116
test('shows the limits of an order, a day and a month, and what is left of them', async () => {
  stub(getLimits, () => ({ payout, transfer: null }))
  renderPage(Component)
  expect(await panel('Вывод средств')).toBe(
    'Вывод средствЗа один разот 100 ₽ до 75 000 ₽Сегоднядо 150 000 ₽Осталось 145 000 ₽В этом месяцедо 600 000 ₽Лимит исчерпан',
  )
  const used = within(screen.getByRole('region', { name: 'Вывод средств' })).getAllByRole('progressbar')
  expect(used.map((bar) => bar.getAttribute('value'))).toEqual(['5000', '600000'])
  expect(screen.queryByRole('region', { name: 'Перевод средств' })).toBeNull()
})

// spec: 2.116
test('shows the limits of transfers to the default employee', async () => {
  stub(getLimits, () => ({ payout, transfer }))
  renderPage(Component)
  expect(await panel('Перевод средств')).toContain('В этом месяцедо 1 500 000 ₽Осталось 20 000 ₽')
})

test.each([
  [15_000, null],
  [14_999, 'progress'],
  [0, 'negative'],
])('with %d ₽ left of 150 000 the bar has the tone %s', async (left, tone) => {
  stub(getLimits, () => ({ payout: { ...payout, day: { limit: 150_000, left } }, transfer: null }))
  renderPage(Component)
  expect((await screen.findByRole('progressbar', { name: /^Сегодня/ })).getAttribute('data-tone')).toBe(tone)
})

test('names the reason of a lowered limit, and until when it holds', async () => {
  const lowered = { reason: 'недавно восстановлен пароль', until: '2026-11-23T11:05:00Z', limit: 10_000, left: 4_000 }
  stub(getLimits, () => ({ payout: { ...payout, lowered }, transfer: null }))
  renderPage(Component)
  const notice = await screen.findByText('Лимит временно снижен')
  expect(notice.parentElement?.textContent?.replaceAll('\u00A0', ' ')).toContain(
    'можно вывести и перевести ещё 4 000 ₽: недавно восстановлен пароль',
  )
  expect(await panel('Вывод средств')).toContain('от 100 ₽ до 10 000 ₽Сегоднядо 10 000 ₽Осталось 4 000 ₽')
})
