import { changeEmployee, getStaffMember } from '@portal/contracts/admin/employee'
import { getOverview } from '@portal/contracts/admin/overview'
import { listPayoutRecords } from '@portal/contracts/admin/payout'
import { listReconciliationLines } from '@portal/contracts/admin/reconciliation'
import { ApiError } from '@portal/shared/http/api-error'
import { useQueryClient } from '@portal/shared/query'
import { sessionState } from '@portal/shared/session/state/session-state'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OperatorPage } from '../../access/operator-page.tsx'
import { boris, overview, payout, proposal, stubOperator } from '../../testing/operator-server.ts'
import { press, user } from '../../testing/press.ts'
import { Component } from './overview-page.tsx'

let device: ReturnType<typeof passkeyDevice>
beforeEach(() => {
  device = passkeyDevice()
  stub(listPayoutRecords, ({ query }) => ({ items: query.stuck ? [payout] : [] }))
  stub(listReconciliationLines, () => ({ items: [] }))
  stub(getStaffMember, () => boris)
  const alert = { labels: {}, unit: 'count', value: 1, limit: 0, is_alerting: true } as const
  const names = ['LedgerDoesNotAddUp', 'PayoutsInReview', 'AlertOfTomorrow']
  stub(getOverview, () => ({ ...overview, checks: names.map((name) => ({ ...alert, alert: name })) }))
})
afterEach(forgetPasskeyDevice)

test('asks for a passkey, then shows what needs attention', async () => {
  const server = stubOperator()
  let isOpen = false
  stub(listPayoutRecords, ({ query }) => {
    if (!isOpen) throw new ProblemResponse(428, 'passkey_required')
    return { items: query.stuck ? [payout] : [] }
  })
  renderPage(Component)
  await screen.findByText('Подтвердите, что это вы')
  isOpen = true
  await press('Подтвердить ключом')
  expect(await screen.findByRole('link', { name: /^Банк молчит о выводах/ })).toHaveTextContent('1')
  expect(screen.getByRole('link', { name: /^Деньги не сходятся/ })).toBeVisible()
  expect(screen.getByText('Сообщите разработчикам: AlertOfTomorrow')).toBeVisible()
  // What the page counts itself is not listed twice.
  expect(screen.queryByText('PayoutsInReview')).toBeNull()
  expect(device.prompts).toBe(1)
  expect(server.signed).toEqual([{ method: 'POST', path: '/admin/access', body: {} }])
})

test('asks for a passkey too if a read fails before the page is shown', () => {
  function FailedRead() {
    const client = useQueryClient()
    useState(() => {
      const error = new ApiError(428, { code: 'passkey_required', message: '' })
      client
        .getQueryCache()
        .build(client, { queryKey: ['read'] })
        .setState({ error })
    })
    return null
  }
  renderPage(() => (
    <OperatorPage>
      <FailedRead />
    </OperatorPage>
  ))
  expect(screen.getByText('Подтвердите, что это вы')).toBeVisible()
})

test('another operator confirms a proposal by the same request, after reading whom it is about', async () => {
  const server = stubOperator([proposal()])
  const sent: unknown[] = []
  stub(changeEmployee, ({ body }) => {
    sent.push(body)
    server.proposals = []
    return { ...boris, default: true }
  })
  renderPage(Component)
  await press(/^Назначить основного сотрудника/)
  expect(await screen.findByText('Борис Ким, «Берёзка»')).toBeVisible()
  await press('Подтвердить')
  await user.type(screen.getByLabelText('Причина'), 'Позвонила Ольге')
  await press('Подтвердить: Борис Ким, «Берёзка»')
  expect(await screen.findByText('Ничего не ждёт второго оператора')).toBeVisible()
  expect(sent).toEqual([{ default: true, reason: 'Позвонила Ольге' }])
  expect(server.signed).toEqual([{ method: 'PATCH', path: '/admin/employees/e2', body: sent[0] }])
})

test('who has proposed a change can only retract it', async () => {
  sessionState.setState({ user: { id: 'u1', name: 'Ольга' } })
  stubOperator([proposal({ proposed_by: 'user:u1' })])
  renderPage(Component)
  await press(/^Назначить основного сотрудника/)
  await screen.findByText('Подтвердить должен другой оператор.')
  expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull()
  await press('Отозвать')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Отозвать: / })).toBeVisible())
})

test('a proposal of a later API can only be retracted', async () => {
  stubOperator([proposal({ action: 'action_of_tomorrow' })])
  renderPage(Component)
  await press(/^action_of_tomorrow/)
  await screen.findByText(/^Эта версия страницы не знает такого действия/)
  expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Отозвать' })).toBeVisible()
})

test('is not calm before the portal has checked its money', async () => {
  stubOperator()
  const check = {
    alert: 'LedgerNotChecked',
    labels: {},
    unit: 'seconds',
    value: null,
    limit: 7200,
    is_alerting: false,
  } as const
  stub(listPayoutRecords, () => ({ items: [] }))
  stub(getOverview, () => ({ ...overview, checks: [check] }))
  renderPage(Component)
  expect(await screen.findByText(/^Сходятся ли деньги, портал после запуска ещё не проверил/)).toBeVisible()
  expect(screen.queryByText('Всё спокойно')).toBeNull()
})

test('says that nothing is read any more when the hour is over, until the passkey signs again', async () => {
  stubOperator()
  let isOver = false
  stub(listPayoutRecords, () => {
    if (isOver) throw new ProblemResponse(428, 'passkey_required')
    return { items: [] }
  })
  stub(getOverview, () => overview)
  const client = renderPage(Component)
  expect(await screen.findByText('Всё спокойно')).toBeVisible()
  isOver = true
  await client.refetchQueries()
  expect(await screen.findByText('Прошёл час, данные больше не обновляются.')).toBeVisible()
  expect(screen.queryByText('Всё спокойно')).toBeNull()
  isOver = false
  await press('Подтвердить ключом')
  expect(await screen.findByText('Всё спокойно')).toBeVisible()
  expect(screen.queryByText('Прошёл час, данные больше не обновляются.')).toBeNull()
})
