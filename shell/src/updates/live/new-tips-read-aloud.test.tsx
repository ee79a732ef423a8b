import { listOperations, type Operation } from '@portal/contracts/operation'
import { sessionState } from '@portal/shared/session/state/session-state'
import { stub } from '@portal/shared/testing/http-stub'
import { listenWhile, readAloud } from '@portal/shared/testing/screen-reader'
import { Toaster } from '@portal/shared/ui/toaster'
import { QueryClient } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tipArrived } from './new-tips.ts'

afterEach(() => sessionState.setState({ toasts: [] }))

// spec: 2.33
test('the portal announces a new tip with its sum, and reads its message with the button that closes it', async () => {
  const tip: Operation = {
    id: '1',
    type: 'tip',
    direction: 'in',
    amount: 500,
    fee: 0,
    status: 'completed',
    title: 'Чаевые',
    restaurant: { id: 'berezka', name: 'Берёзка' },
    created_at: '2026-11-20T10:00:00Z',
  }
  const page = { page: 1, pages: 1, per_page: 20, total: 1, as_of: '7', day_totals: [] }
  stub(listOperations, () => ({ ...page, items: [tip] }))
  render(<Toaster />)
  const spoken = await listenWhile(async () => {
    tipArrived(new QueryClient(), { seq: 1, type: 'tip', rest_id: tip.restaurant.id, operation_id: tip.id })
    await screen.findByText(/Новые чаевые/)
  })
  expect(spoken).toEqual(['polite: Новые чаевые: +500 ₽'])
  expect(await readAloud(screen.getByRole('status'))).toEqual([
    'status',
    'Новые чаевые: +500 ₽',
    'button, Закрыть сообщение',
    'end of status',
  ])
})
