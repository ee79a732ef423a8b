import { createPayout } from '@portal/contracts/new-payout'
import { stub } from '@portal/shared/testing/http-stub'
import { act, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { choose, confirm, enterCode, later, openPage, typeAmount } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

test.for(['response lost', 'request lost', 'unavailable'] as const)(
  '%s: sends once more with the same key, without showing an error',
  async (failure, { server }) => {
    server.failures = [failure]
    const { user } = openPage(Component, '/out')
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    await later(1000)
    expect(await screen.findByText('Вывод № 100001')).toBeDefined()
    expect(server.paid()).toBe(500)
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]).toEqual(server.requests[0])
  },
)

test('finds an order that is still running', async ({ server }) => {
  server.failures = ['still running']
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(server.paid()).toBe(500)
  expect(server.requests).toHaveLength(1)
})

// spec: 2.85
test.for(['request lost', 'unavailable'] as const)(
  '%s, repeatedly: finds that nothing was created, and sends the code that is still typed with the same key',
  async (failure, { server }) => {
    server.failures = [failure, failure]
    const { user } = openPage(Component, '/out')
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    await later(1000)
    expect(await screen.findByText(/Проверяем, отправлены ли деньги…/)).toBeDefined()
    await later(8000)
    await screen.findByText(/Не отправлено, деньги не списаны/)
    expect(server.paid()).toBe(0)
    expect(screen.getByLabelText<HTMLInputElement>(/Код/).value).toBe(server.code)
    await user.click(screen.getByRole('button', { name: /^Вывести \d/ }))
    expect(await screen.findByText(/Вывод №/)).toBeDefined()
    expect(server.requests).toHaveLength(3)
    expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1)
  },
)

// spec: 2.85
test('finds the payout after a reload while the response is pending', async ({ server }) => {
  server.failures = ['response never']
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  openPage(Component, '/out')
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(server.requests).toHaveLength(1)
})

test('restores what was typed after a reload and a lost request, creates nothing, and keeps the key', async ({
  server,
}) => {
  server.failures = ['request never']
  const { user } = openPage(Component, '/out')
  await choose(user, /СБП/)
  await typeAmount(user, '700')
  await confirm(user)
  await enterCode(user, server.code)
  const reopened = openPage(Component, '/out')
  expect(await screen.findByText('Проверяем, отправлены ли деньги…')).toBeDefined()
  expect(screen.queryByLabelText('Сумма')).toBeNull()
  await later(8000)
  expect(await screen.findByText('Не отправлено, деньги не списаны')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('700')
  expect(screen.getByRole('combobox', { name: 'Куда' })).toHaveTextContent('СБП')
  await confirm(reopened.user)
  await enterCode(reopened.user, server.code)
  expect(await screen.findByText(/Вывод №/)).toBeDefined()
  expect(server.requests[1]?.key).toBe(server.requests[0]?.key)
})

// spec: 2.85
test('a page that is left and opened again waits for what it has sent before it searches', async ({ server }) => {
  const response = Promise.withResolvers<void>()
  stub(createPayout, async ({ body, idempotencyKey = '' }) => {
    await response.promise
    return server.book(idempotencyKey, body)
  })
  history.replaceState(null, '', '/')
  history.pushState(null, '', '/out')
  const { user } = openPage(Component, '/out', '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Отправляем…')).toBeDefined()
  act(() => history.back())
  await waitFor(() => expect(screen.queryByText('Отправляем…')).toBeNull())
  act(() => history.forward())
  expect(await screen.findByText('Проверяем, отправлены ли деньги…')).toBeDefined()
  await later(8000)
  expect(screen.getByText('Проверяем, отправлены ли деньги…')).toBeDefined()
  response.resolve()
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
})

test('searches again without a connection, and finds the payout later', async ({ server }) => {
  server.failures = ['response lost', 'response lost']
  server.isUnreachable = true
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  await later(1000)
  await later(8000)
  expect(await screen.findByText(/Дважды они не спишутся/)).toBeDefined()
  server.isUnreachable = false
  act(() => void dispatchEvent(new Event('online')))
  await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }))
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(server.paid()).toBe(500)
})

test('sends another amount as another order with another key', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  for (const amount of ['500', '600']) {
    await typeAmount(user, amount)
    await confirm(user)
    await enterCode(user, server.code)
    await user.click(await screen.findByRole('button', { name: 'Вывести ещё' }))
  }
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(2)
  expect(server.paid()).toBe(1100)
})

test('stores ids and an amount in the tab, never the code', async ({ server }) => {
  server.failures = ['response never']
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  const stored = [...Object.values(sessionStorage), ...Object.values(localStorage)].join()
  expect(stored).toContain('"amount":500')
  expect(stored).not.toContain(server.code)
})
