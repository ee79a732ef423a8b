import { decideAboutPayout, listPayoutCalls, showPayoutRecord } from '@portal/contracts/admin/payout'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payout, stubOperator } from '../../testing/operator-server.ts'
import { press, user } from '../../testing/press.ts'
import { Component } from './payout-record-page.tsx'

const open = () => renderPage(Component, '/operator/payouts/p1', '/operator/payouts/:id')

beforeEach(() => {
  passkeyDevice()
  stub(listPayoutCalls, () => ({ items: [] }))
})
afterEach(forgetPasskeyDevice)

const decision = {
  outcome: 'paid' as const,
  state: 'open' as const,
  reason: 'Письмо № 117',
  proposed_by: 'olga',
  proposed_at: '2026-11-20T10:00:00Z',
  confirmed_by: null,
  effective_at: '2026-11-20T10:00:00Z',
  closed_by: null,
  closed_at: null,
}

test('a decision is named with whom and how much; a rejection keeps its reason, a proposal shows what it waits for', async () => {
  const server = stubOperator()
  let shown = payout
  stub(showPayoutRecord, () => shown)
  stub(decideAboutPayout, () => {
    if (server.signed.length === 1) throw new ProblemResponse(409, 'delivery_under_way')
    shown = { ...payout, decision }
    return { call: null, payout: shown }
  })
  open()
  await press('Решить за банк')
  await screen.findByLabelText('Причина')
  expect(screen.queryByLabelText(/^Номер операции/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Банк отправил деньги/ }))
  expect(screen.getByLabelText(/^Номер операции/)).toBeVisible()
  await user.type(screen.getByLabelText('Причина'), 'Письмо № 117')
  await press(/^Решить: Борис Ким, 12\s400\s₽$/)
  expect(await screen.findByText(/^Портал как раз спрашивает банк/)).toBeVisible()
  expect(screen.getByLabelText('Причина')).toHaveValue('Письмо № 117')
  await press(/^Решить: /)
  expect(await screen.findByText('Предложено: банк отправил деньги')).toBeVisible()
  expect(screen.getByText(/^Можно записать\. Сумму больше лимита запишет другой оператор\./)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Отозвать решение' })).toBeVisible()
  const body = { outcome: 'paid', reason: 'Письмо № 117' }
  expect(server.signed.at(-1)).toEqual({ method: 'POST', path: '/admin/payouts/p1/decide', body })
})

test('a held order can only be released or rejected', async () => {
  stubOperator()
  const held = { ...payout, status: 'pending', review: 'open' } as const
  stub(showPayoutRecord, () => held)
  open()
  expect(await screen.findByRole('button', { name: 'Отпустить' })).toBeVisible()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Отпустить', 'Отклонить'])
})
