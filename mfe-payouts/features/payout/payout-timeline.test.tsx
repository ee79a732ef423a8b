import type { PayoutReason, PayoutStatus } from '@portal/shared/contracts/payout'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { acceptedPayout } from '../../money-order/testing/accepted-payout.ts'
import { PayoutTimeline } from './payout-timeline.tsx'

const at = '2026-11-20T10:00:00Z'

function show(status: PayoutStatus, reason?: PayoutReason): string[] {
  const payout = { ...acceptedPayout, status, ...(reason && { reason }), timeline: [{ status, at }] }
  render(<PayoutTimeline payout={payout} />)
  return screen.getAllByRole('listitem').map((step) => step.textContent)
}

test.each<[PayoutStatus, string[]]>([
  ['pending', ['В обработке20.11.2026, 13:00', 'ВыплаченоОжидаем ответ банка']],
  ['processing', ['Отправлено в банк20.11.2026, 13:00', 'ВыплаченоОжидаем ответ банка']],
  ['succeeded', ['Выплачено20.11.2026, 13:00']],
  ['canceled', ['Отклонено, деньги возвращены на баланс20.11.2026, 13:00']],
])('%s: where the money is, and what it waits for', (status, steps) => {
  expect(show(status)).toEqual(steps)
})

test.each<[PayoutReason, string]>([
  ['recipient_check_failed', 'Имя получателя не совпало'],
  ['limit_exceeded', 'Превышен лимит'],
  ['card_invalid', 'Карта недоступна, выберите другую'],
  ['bank_unavailable', 'Банк временно недоступен, попробуйте позже'],
  ['general_decline', 'Банк отклонил выплату'],
])('declined by %s: «%s»', (reason, text) => {
  show('canceled', reason)
  expect(screen.getByText(text)).toBeVisible()
})
