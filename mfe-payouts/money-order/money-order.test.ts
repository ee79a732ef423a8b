import { createPayout } from '@portal/contracts/new-payout'
import type { Payout } from '@portal/contracts/payout'
import { acceptedPayout as payout } from '@portal/shared/testing/accepted-payout'
import { stub } from '@portal/shared/testing/http-stub'
import { WithEmptyCache } from '@portal/shared/testing/render-page'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useMoneyOrder } from './money-order.ts'

const order = { kind: 'payout', rest_id: 'r1', binding_id: 'b1', amount: 500 } as const

test('sends one order after one confirmation for two clicks before a render', async () => {
  const keys: (string | undefined)[] = []
  stub(createPayout, ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    return payout
  })
  const created: Payout[] = []
  const { result } = renderHook(() => useMoneyOrder('payout', (each) => created.push(each)), {
    wrapper: WithEmptyCache,
  })

  act(() => result.current.requestConfirmation(order))
  act(() => {
    result.current.confirm()
    result.current.confirm()
  })
  const stored = sessionStorage.getItem('chaevye:payout-order')
  const { submit } = result.current
  await act(() => Promise.all([submit('123456'), submit('123456')]))

  expect(keys).toHaveLength(1)
  expect(stored).toContain(keys[0])
  expect(created).toEqual([payout])
  expect(result.current.state).toEqual({ step: 'created', payoutId: 'p1' })
  expect(sessionStorage).toHaveLength(0)
})
