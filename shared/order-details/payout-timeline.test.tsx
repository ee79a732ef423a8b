import type { Payout, PayoutStatus } from '@portal/contracts/payout'
import { acceptedPayout } from '@portal/shared/testing/accepted-payout'
import { seenText } from '@portal/shared/testing/seen-text'
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PayoutTimeline } from './payout-timeline.tsx'

const at = '2026-11-20T10:00:00Z'

function show(status: PayoutStatus) {
  render(<PayoutTimeline payout={{ ...acceptedPayout, status, timeline: [{ status, at }] }} />)
  return screen.getAllByRole('listitem').map(seenText)
}

// spec: 6.9
test.each<[PayoutStatus, string[]]>([
  ['pending', ['В обработке20.11.2026, 13:00', 'ВыплаченоЖдём ответа банка']],
  ['processing', ['Отправлено в банк20.11.2026, 13:00', 'ВыплаченоЖдём ответа банка']],
  ['succeeded', ['Выплачено20.11.2026, 13:00']],
  ['canceled', ['Отклонено, деньги возвращены на баланс20.11.2026, 13:00']],
])('%s: where the money is, and what it waits for', (status, steps) => {
  expect(show(status)).toEqual(steps)
})

// spec: 6.9
test.each([
  ['2026-11-20T10:09:59Z', 'Ждём до 13:10'],
  ['2026-11-20T10:10:00Z', 'Дольше обычного: ждём ответа банка. Деньги не потеряются'],
])('at %s a payout that is expected at 13:10: %s', (now, text) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const payout = { ...acceptedPayout, status: 'processing' as const, expected_at: '2026-11-20T10:10:00Z' }
  render(<PayoutTimeline payout={{ ...payout, timeline: [{ status: 'processing', at }] }} />)
  expect(screen.getByText(text)).toBeVisible()
})

test.each<[string, Partial<Payout>, string[]]>([
  [
    'is being checked',
    { status: 'pending', review: 'open' },
    ['На проверке20.11.2026, 13:00', 'ВыплаченоЖдём решения поддержки'],
  ],
  [
    'was released',
    { status: 'pending', review: 'released' },
    ['В обработке20.11.2026, 13:00', 'ВыплаченоЖдём ответа банка'],
  ],
])('an unusual order that %s', (_, state, steps) => {
  render(<PayoutTimeline payout={{ ...acceptedPayout, ...state, timeline: [{ status: 'pending', at }] }} />)
  expect(screen.getAllByRole('listitem').map(seenText)).toEqual(steps)
})
