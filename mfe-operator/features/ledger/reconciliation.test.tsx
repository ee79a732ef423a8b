import {
  listReconciliationLines,
  listReconciliations,
  type ReconciliationLine,
} from '@portal/contracts/admin/reconciliation'
import { signedOut } from '@portal/shared/session/state/events'
import { restaurantSwitched } from '@portal/shared/session/store'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { press } from '../../testing/press.ts'
import { Reconciliation } from './reconciliation.tsx'

afterEach(() => {
  vi.useRealTimers()
  signedOut()
})

test('a difference has words, and the day to compare is yesterday in Moscow wherever the operator is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') })
  const restaurant = { id: 'r', name: 'Порт', bank: 'Т-Банк', time_zone: 'Asia/Vladivostok' }
  restaurantSwitched({ id: 'e', default: false, manager: false, restaurant })
  const line: ReconciliationLine = {
    id: 7,
    provider: 'yookassa',
    day: '2026-11-19',
    kind: 'status',
    payout_id: null,
    reference: null,
    our_amount: 500,
    their_amount: 500,
    our_status: 'paid',
    their_status: 'declined',
    found_at: '2026-11-20T06:00:00Z',
    closed_at: null,
    closed_by: null,
    close_reason: null,
  }
  stub(listReconciliationLines, () => ({ items: [line] }))
  stub(listReconciliations, () => ({ items: [] }))
  renderPage(Reconciliation)
  expect(await screen.findByText(/^У нас: 500\s₽, выплачен$/)).toBeVisible()
  expect(screen.getByText(/^У провайдера: 500\s₽, отклонён$/)).toBeVisible()
  expect(screen.getByText('ЮKassa')).toBeVisible()
  await press('Сверить день')
  expect(await screen.findByLabelText('День по Москве')).toHaveValue('2026-11-19')
})
