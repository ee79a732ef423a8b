import type { Payout } from '@portal/contracts/payout'
import { getHelp } from '@portal/contracts/personal-data'
import { acceptedPayout } from '@portal/shared/testing/accepted-payout'
import { resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CallSupport } from './call-support.tsx'

let asked = 0

beforeEach(() => {
  resetStubs()
  asked = 0
})

function open(payout: Partial<Payout>, phone: string | null = '+78005553535') {
  stub(getHelp, () => {
    asked += 1
    return { contact: { email: null, phone }, documents: [] }
  })
  renderPage(() => <CallSupport payout={{ ...acceptedPayout, ...payout }} />)
}

test.each<[string, Partial<Payout>]>([
  ['waits for the support', { review: 'open' }],
  ['was rejected by the support', { status: 'canceled', review: 'rejected' }],
  ['takes longer than usual', { status: 'processing', expected_at: '2020-01-01T00:00:00Z' }],
])('an order that %s has the phone of the support and the number to name', async (_, payout) => {
  open(payout)
  const call = await screen.findByRole('link', { name: 'Позвонить в поддержку' })
  expect(call).toHaveAttribute('href', 'tel:+78005553535')
  expect(screen.getByText('Назовите номер вывода: 100001')).toBeVisible()
})

test.each<[string, Partial<Payout>]>([
  ['is on time', { status: 'processing', expected_at: '2999-01-01T00:00:00Z' }],
  ['was declined by the bank', { status: 'canceled', reason: 'card_invalid' }],
  ['has arrived late', { status: 'succeeded', expected_at: '2020-01-01T00:00:00Z' }],
])('an order that %s does not ask for the phone', (_, payout) => {
  open(payout)
  expect(asked).toBe(0)
  expect(screen.queryByRole('link')).toBeNull()
})

test('shows nothing if the support has no phone', async () => {
  open({ review: 'open' }, null)
  await expect.poll(() => asked).toBe(1)
  expect(screen.queryByRole('link')).toBeNull()
})
