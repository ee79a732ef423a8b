import { restaurantSwitched } from '@portal/shared/session/store'
import { wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { testEmployee } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { confirm, enterCode, factText, later, openPage, typeAmount } from '../../money-order/testing/open-page.ts'
import type { orderServer } from '../../money-order/testing/order-server.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

type OrderServer = ReturnType<typeof orderServer>

/** Sends a withdrawal of 500 ₽, and waits until the page shows what became of it. */
async function openResult(server: OrderServer, ...outcome: Parameters<OrderServer['settle']>) {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  await screen.findByText('Вывод № 100001')
  server.settle(...outcome)
  await later(5000)
  return user
}

// spec: 2.3, 2.78, 2.81
test('shows what goes where, sends it once, and follows its status', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await user.click(screen.getByRole('button', { name: /^Вывести/ }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(seenText(sheet.getByText(/^Придёт/).parentElement)).toBe('Придёт 485 ₽: Берёзка → Мир •• 1234')
  await enterCode(user, server.code)

  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  expect(server.requests).toEqual([
    {
      key: expect.stringMatching(/^[\da-f-]{36}$/),
      body: { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 500, fee: 15, code: '123456' },
    },
  ])
  const result = within(screen.getByRole('region', { name: 'Вывод № 100001' }))
  await waitFor(() => expect(result.getByRole('heading')).toHaveFocus())
  const status = result.getByRole('status')
  expect(seenText(status)).toContain('В обработке500 ₽Берёзка → Мир •• 1234')

  server.settle('succeeded', { completed_at: '2026-11-20T12:01:00+03:00' })
  await later(5000)
  // In the same live region, so that it is read out.
  expect(seenText(status)).toBe('Выплачено500 ₽Берёзка → Мир •• 1234')
  expect(factText('Пришло')).toBe('485 ₽')
  expect(factText('Комиссия')).toBe('15 ₽')
  expect(factText('Когда')).toMatch(/, 12:01$/)
  expect(result.getByRole('link', { name: 'Готово' })).toHaveAttribute('href', '/')
})

test('the link of the history cannot be pressed while the skeleton shows a copy of it', async () => {
  openPage(Component, '/out')
  expect(screen.getByText('Автовывод').closest('[inert]')).not.toBeNull()
  const link = await screen.findByRole('link', { name: 'Автовывод' })
  expect(link.closest('[inert]')).toBeNull()
})

// spec: 11.14
test('shows in the result and in the receipt what the restaurant pays of the fee', async ({ server }) => {
  server.booked = { fee: 9, restaurant_fee: 6, net: 491 }
  const user = await openResult(server, 'succeeded')
  vi.stubGlobal('print', () => {})
  await user.click(screen.getByRole('button', { name: 'Квитанция' }))
  const parts = (name: string) => screen.getAllByText(name).map((part) => seenText(part.nextElementSibling))
  expect([parts('Ваша часть комиссии'), parts('Ресторан платит')]).toEqual([
    ['9 ₽', '9 ₽'],
    ['6 ₽', '6 ₽'],
  ])
})

// spec: 2.81
test('has one primary action on a result, also while the bank has not responded', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  const result = within(await screen.findByRole('region', { name: 'Вывод № 100001' }))
  const primary = () => result.getAllByText(/./, { selector: '[data-variant="primary"] *' }).map(seenText)
  expect(primary()).toEqual(['Готово'])
  server.settle('succeeded')
  await later(5000)
  expect(primary()).toEqual(['Готово'])
})

// spec: 2.81
test('prints the receipt once from the result of a payout', async ({ server }) => {
  const user = await openResult(server, 'succeeded')
  let receipts = 0
  vi.stubGlobal('print', () => {
    receipts = screen.getAllByText('Квитанция о выводе').length
  })
  await user.click(screen.getByRole('button', { name: 'Квитанция' }))
  expect(receipts).toBe(1)
})

// spec: 2.82
test('shows why a payout was declined and what to do, and repeats it with what was filled in', async ({ server }) => {
  const user = await openResult(server, 'canceled', { reason: 'bank_unavailable' })
  const status = within(screen.getByRole('region', { name: 'Вывод № 100001' })).getByRole('status')
  for (const text of [
    'Отклонено, деньги возвращены на баланс',
    'Банк временно недоступен',
    'Или выберите другой способ',
  ])
    expect(status).toHaveTextContent(text)
  await user.click(screen.getByRole('link', { name: 'Повторить' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Сумма')).value).toBe('500')
})

/** Another order is repeated from the details of the history. */
function repeatAnother() {
  act(() => {
    history.pushState(null, '', '/out?amount=700&to=b2')
    dispatchEvent(new PopStateEvent('popstate'))
  })
}

test('another order that is repeated does not stand below why the last one was rejected', async ({ server }) => {
  server.codeProblem = new ProblemResponse(422, 'binding_blocked')
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  expect(await screen.findByText('Не отправлено, деньги не списаны')).toBeVisible()
  repeatAnother()
  await waitFor(() => expect(screen.getByLabelText('Сумма')).toHaveValue('700'))
  expect(screen.queryByText('Не отправлено, деньги не списаны')).toBeNull()
})

test('another order that is repeated fills the form once it is known whether the last one was sent', async ({
  server,
}) => {
  server.failures = ['request lost', 'request lost']
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  await later(1000)
  await user.keyboard('{Escape}')
  repeatAnother()
  expect(await screen.findByText(/Проверяем, отправлены ли деньги…/)).toBeVisible()
  expect(location.search).toBe('?amount=700&to=b2')
  await later(8000)
  expect(await screen.findByLabelText('Сумма')).toHaveValue('700')
  expect(location.search).toBe('')
})

test('a receipt that is closed leaves another one to be printed', async ({ server }) => {
  vi.stubGlobal('print', () => {})
  const user = await openResult(server, 'succeeded')
  await user.click(screen.getByRole('button', { name: 'Квитанция' }))
  await user.click(within(screen.getByRole('region', { name: 'История' })).getByRole('button', { name: /500/ }))
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Квитанция' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByText('Квитанция о выводе')).toHaveLength(1))
  expect(document.documentElement).toHaveAttribute('data-printed')
})

// spec: 2.82
test('the first action after a decline is another method, with the same amount', async ({ server }) => {
  const user = await openResult(server, 'canceled', { reason: 'card_invalid' })
  const result = within(screen.getByRole('region', { name: 'Вывод № 100001' }))
  const primary = result.getAllByText(/./, { selector: '[data-variant="primary"] *' }).map(seenText)
  expect(primary).toEqual(['Вывести по СБП'])
  await user.click(result.getByRole('link', { name: 'Вывести по СБП' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Сумма')).value).toBe('500')
  expect(seenText(screen.getByRole('combobox', { name: 'Куда' }))).toContain('СБП · Т-Банк · •• 67')
})

// spec: 2.82
test('the only action after a rejected security check is the help', async ({ server }) => {
  await openResult(server, 'canceled', { review: 'rejected' })
  const result = within(screen.getByRole('region', { name: 'Вывод № 100001' }))
  expect(result.getByRole('link', { name: 'Связаться с поддержкой' })).toHaveAttribute('href', '/settings/help')
  expect(result.queryByRole('button')).toBeNull()
})

test('immediately requests another code for another amount after a code was sent', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await screen.findByText(/Код отправлен/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await typeAmount(user, '600')
  await confirm(user)
  await enterCode(user, server.code)
  expect(await screen.findByText('Вывод № 100001')).toBeDefined()
  const order = { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', fee: 15 }
  expect(server.codesFor).toEqual([
    { ...order, amount: 500 },
    { ...order, amount: 600 },
  ])
  expect(server.requests.map(({ body }) => body.amount)).toEqual([600])
})

test('shows in the filled form why no code is sent for an order', async ({ server }) => {
  server.codeProblem = new ProblemResponse(422, 'binding_blocked')
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  expect(await screen.findByText('Не отправлено, деньги не списаны')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Сумма')).toHaveValue('500')
  expect(server.requests).toEqual([])
})

test('shows the new fee where it has changed since it was shown, and confirms that', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  server.codeProblem = new ProblemResponse(422, 'quote_changed')
  server.terms = server.terms.map((terms) => ({ ...terms, fee: { percent: 0, fixed: 0, min: 20 } }))
  await confirm(user)
  expect(await screen.findByText(/^Комиссия изменилась/)).toBeVisible()
  await waitFor(() => expect(factText('Придёт')).toBe('480 ₽'))
  server.codeProblem = null
  await confirm(user)
  await enterCode(user, server.code)
  await screen.findByText('Вывод № 100001')
  expect(server.requests.map(({ body }) => body)).toEqual([expect.objectContaining({ amount: 500, fee: 20 })])
})

test('sends nothing on a second Enter', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  const code = await screen.findByLabelText(/Код/)
  await user.type(code, server.code)
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])
  await screen.findByText(/Вывод №/)
  expect(server.requests).toHaveLength(1)
})

// spec: 2.78
test('shows a wrong code, and sends the next one with the same key', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, '000000')
  expect(await screen.findByText(/Неверный код/)).toBeDefined()
  await enterCode(user, server.code)
  expect(await screen.findByText(/Вывод №/)).toBeDefined()
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(1)
})

test.for([
  [new ProblemResponse(410, 'otp_expired'), /Код устарел/],
  [new ProblemResponse(429, 'otp_blocked', { retry_after: 900 }), 'Слишком много попыток. Повторите через 15 минут'],
  [new ProblemResponse(429, 'too_often', { retry_after: 120 }), 'Слишком много попыток. Повторите через 2 минуты'],
] as const)('%s leaves the step of the code; sent again, it is one payout', async ([failure, message], { server }) => {
  server.failures = [failure]
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  expect(await screen.findByText(message)).toBeDefined()
  expect(server.paid()).toBe(0)
  await enterCode(user, server.code)
  await screen.findByText(/Вывод №/)
  expect(server.paid()).toBe(500)
})

test.for([
  [
    new ProblemResponse(422, 'insufficient_funds', { errors: { amount: ['insufficient_funds'] } }),
    'На балансе уже меньше. Уменьшите сумму.',
  ],
  [
    new ProblemResponse(422, 'limit_exceeded', { errors: { amount: ['limit_exceeded'] } }),
    'Больше лимита. Уменьшите сумму: остаток лимита — в «Настройки» → «Лимиты».',
  ],
  [
    new ProblemResponse(422, 'binding_blocked', { errors: { binding_id: ['binding_blocked'] } }),
    'Этот способ заблокирован. Выберите другой.',
  ],
  [new ProblemResponse(404, 'not_found'), 'Этого способа больше нет. Выберите другой.'],
  [wrongField('amount'), 'Проверьте способ и сумму и попробуйте ещё раз.'],
] as const)('%s: returns to the filled form and creates nothing', async ([failure, message], { server }) => {
  server.failures = [failure]
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  expect(await screen.findByText('Не отправлено, деньги не списаны')).toBeDefined()
  expect(screen.getByText(message)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
  expect(server.paid()).toBe(0)
})

test('stays with the restaurant it was opened for', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  act(() =>
    restaurantSwitched({ ...testEmployee, id: 'e2', restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа' } }),
  )
  expect(screen.getByText(/открыта для ресторана «Берёзка»/)).toBeDefined()
  await confirm(user)
  await enterCode(user, server.code)
  await screen.findByText(/Вывод №/)
  expect(server.requests[0]?.body.rest_id).toBe('berezka')
})

test('closes the sheet on «back» and leaves the filled form', async () => {
  const { user } = openPage(Component, '/out?page=1')
  await typeAmount(user, '500')
  history.pushState(null, '', '/out')
  await user.click(screen.getByRole('button', { name: /^Вывести/ }))
  await screen.findByRole('dialog')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
})
