import { restaurantSwitched, useSession } from '@portal/shared/session/store'
import { wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { testEmployee } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { enterCode, later, openPage, reasonBeside, typeAmount } from '../../money-order/testing/open-page.ts'
import { colleague, type orderServer } from '../../money-order/testing/order-server.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './transfer-page.tsx'

type User = ReturnType<typeof openPage>['user']
type OrderServer = ReturnType<typeof orderServer>

const openTransfer = () => openPage(Component, '/transfer')

async function chooseRecipient(user: User, name: string) {
  await user.click(await screen.findByRole('combobox', { name: 'Кому' }))
  await user.type(await screen.findByPlaceholderText('Поиск...'), name.slice(0, 3))
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

async function fill(user: User, { amount = '500', comment = '' } = {}) {
  await chooseRecipient(user, 'Вера Новикова')
  await typeAmount(user, amount)
  if (comment) await user.type(screen.getByLabelText('Комментарий'), comment)
}

const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value.replaceAll('\u00A0', ' ')

const transferButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Перевести' })

/** Goes from the filled form to the step of the code. */
async function requestCode(user: User) {
  await user.click(transferButton())
  await user.click(await screen.findByRole('button', { name: 'Получить код' }))
}

/** Fills the form and sends it with the code. */
async function sendTransfer(user: User, { code }: OrderServer, comment = '') {
  await fill(user, { comment })
  await requestCode(user)
  await enterCode(user, code)
}

// spec: 2.4
test('shows what goes to whom, and sends it once', async ({ server }) => {
  const { user } = openTransfer()
  await fill(user, { comment: ' За субботу ' })
  await user.click(transferButton())
  const sheet = within(await screen.findByRole('dialog'))
  for (const fact of ['Берёзка', 'Вера Новикова', /оканчивается на 03/, 'За субботу', /^500\s₽$/])
    expect(sheet.getByText(fact)).toBeDefined()
  await user.click(sheet.getByRole('button', { name: 'Получить код' }))
  await user.type(await screen.findByLabelText(/Код/), server.code)
  // A second press must not send a second transfer.
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])

  const result = await screen.findByRole('region', { name: 'Перевод № 100001' })
  const status = within(result).getByRole('status')
  expect(seenText(status)).toBe('Переведено500 ₽Берёзка → Вера Новикова · •• 03Деньги уже на балансе получателя.')
  await waitFor(() => expect(within(result).getByRole('heading', { name: 'Перевод № 100001' })).toHaveFocus())
  expect(within(result).getByRole('link', { name: 'Готово' })).toHaveAttribute('href', '/')
  expect(server.requests).toEqual([
    {
      key: expect.stringMatching(/^[\da-f-]{36}$/),
      body: {
        kind: 'transfer',
        rest_id: 'berezka',
        recipient_employee_id: 'vera',
        amount: 500,
        comment: 'За субботу',
        code: '123456',
      },
    },
  ])
  expect(server.codesFor).toEqual([
    { kind: 'transfer', rest_id: 'berezka', recipient_employee_id: 'vera', amount: 500 },
  ])
})

test('begins an empty form after a transfer', async ({ server }) => {
  const { user } = openTransfer()
  await sendTransfer(user, server, 'За субботу')
  await user.click(await screen.findByRole('button', { name: 'Перевести ещё' }))
  expect(await screen.findByText(/^750\s₽$/)).toBeDefined()
  expect(typedIn('Сумма')).toBe('')
  expect(typedIn('Комментарий')).toBe('')
  expect(screen.getByRole('combobox', { name: 'Кому' }).textContent).toBe('Выберите сотрудника')
})

test('shows at the amount how much there is when it is above that', async ({ server }) => {
  server.balance = 1250.5
  const { user } = openTransfer()
  await fill(user, { amount: '1252' })
  expect(transferButton().disabled).toBe(true)
  expect(reasonBeside(transferButton())).toBe('Проверьте сумму')
  expect(screen.getByLabelText('Сумма')).toBeInvalid()
  expect(screen.getByLabelText('Сумма')).toHaveAccessibleDescription(/^На балансе только 1\s250,50\s₽/)
  await user.click(screen.getByRole('radio', { name: 'Всё' }))
  expect(typedIn('Сумма')).toBe('1 250')
  expect(screen.getByLabelText('Сумма')).toBeValid()
  expect(transferButton().disabled).toBe(false)
})

// spec: 2.88
test('leaves a comment that is too long, marks it, and disables the button, which names it', async () => {
  const { user } = openTransfer()
  await fill(user)
  await user.click(screen.getByLabelText('Комментарий'))
  await user.paste('а'.repeat(132))
  expect(await screen.findByText(/^Комментарий — не более 100\sсимволов$/)).toBeDefined()
  expect(screen.getByText('132 из 100')).toBeDefined()
  await waitFor(() => expect(transferButton().disabled).toBe(true))
  expect(reasonBeside(transferButton())).toBe('Сократите комментарий')
  expect(typedIn('Комментарий')).toBe('а'.repeat(132))
  await user.keyboard('{Backspace>32/}')
  await waitFor(() => expect(transferButton().disabled).toBe(false))
  expect(typedIn('Комментарий')).toBe('а'.repeat(100))
})

// spec: 2.87
test('distinguishes colleagues of one name by photo, role and the end of the phone, wherever one is chosen', async ({
  server,
}) => {
  const name = 'Мария Котова'
  server.colleagues = [
    { ...colleague, id: 'first', name, roles: ['role_waiter'], phone_last2: '12' },
    { ...colleague, id: 'second', name, photo_url: '/uploads/maria.png', manager: true, phone_last2: '67' },
  ]
  const { user } = openTransfer()
  await user.click(await screen.findByRole('combobox', { name: 'Кому' }))
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    expect.stringContaining('Мария Котова •• 12\u00A0· Официант, телефон оканчивается на 12'),
    expect.stringContaining('Мария Котова •• 67\u00A0· Менеджер, телефон оканчивается на 67'),
  ])
  await user.type(screen.getByPlaceholderText('Поиск...'), '67')
  const found = await screen.findByRole('option')
  expect(found.querySelector('img')?.getAttribute('src')).toBe('/uploads/maria.png')
  await user.click(found)
  expect(screen.getByRole('combobox', { name: 'Кому' })).toHaveTextContent('•• 67')

  await typeAmount(user, '500')
  await user.click(transferButton())
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText(/телефон оканчивается на 67/)).toBeDefined()
  expect(document.querySelector('[role="dialog"] img')?.getAttribute('src')).toBe('/uploads/maria.png')
  await user.click(sheet.getByRole('button', { name: 'Получить код' }))
  expect(
    await screen.findByText((_, element) => seenText(element) === '500 ₽: Берёзка → Мария Котова · •• 67'),
  ).toBeDefined()
  await enterCode(user, server.code)
  await screen.findByText('Перевод № 100001')
  expect(server.requests[0]?.body).toMatchObject({ recipient_employee_id: 'second' })
})

// spec: 2.90
test('shows that there is no colleague to transfer to', async ({ server }) => {
  server.colleagues = []
  openTransfer()
  expect(await screen.findByText('Нет сотрудников для перевода')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Перевести' })).toBeNull()
})

test('does not request the colleagues for a user who is not the default employee any more', async ({ server }) => {
  server.isDefault = false
  openTransfer()
  await waitFor(() => expect(useSession.getState().currentEmployee?.default).toBe(false))
  expect(screen.queryByLabelText('Сумма')).toBeNull()
  // The list of colleagues would have responded with 403.
  expect(useSession.getState().forbidden).toBe(false)
})

test.for([
  [new ProblemResponse(404, 'not_found'), 'Этого сотрудника в ресторане больше нет. Выберите другого.'],
  [new ProblemResponse(422, 'insufficient_funds'), 'На балансе уже меньше. Уменьшите сумму.'],
  [wrongField('recipient_employee_id'), 'Проверьте получателя и сумму и попробуйте ещё раз.'],
] as const)('%s: returns to the filled form and creates nothing', async ([failure, message], { server }) => {
  server.failures = [failure]
  const { user } = openTransfer()
  await sendTransfer(user, server, 'За субботу')
  expect(await screen.findByText(message)).toBeDefined()
  expect(typedIn('Сумма')).toBe('500')
  expect(typedIn('Комментарий')).toBe('За субботу')
  expect(server.paid()).toBe(0)
})

test('no longer offers a colleague who was dismissed meanwhile, and leaves what else was typed', async ({ server }) => {
  const { user } = openTransfer()
  await fill(user, { comment: 'За субботу' })
  await requestCode(user)
  server.failures = [new ProblemResponse(404, 'not_found')]
  server.colleagues = server.colleagues.filter(({ id }) => id !== 'vera')
  await enterCode(user, server.code)
  await waitFor(() => expect(reasonBeside(transferButton())).toBe('Выберите, кому перевести'))
  expect(transferButton()).toBeDisabled()
  expect(screen.getByText('Этого сотрудника в ресторане больше нет. Выберите другого.')).toBeVisible()
  const box = screen.getByRole('combobox', { name: 'Кому' })
  expect(box.textContent).toBe('Выберите сотрудника')
  expect([typedIn('Сумма'), typedIn('Комментарий')]).toEqual(['500', 'За субботу'])
  await user.click(box)
  const other = await screen.findByRole('option', { name: /Борис Ким/ })
  expect(screen.queryByRole('option', { name: /Вера Новикова/ })).toBeNull()
  await user.click(other)
  await waitFor(() => expect(transferButton()).toBeEnabled())
})

test('stays at the step of the code after too many attempts; sent again, it is one transfer', async ({ server }) => {
  server.failures = [new ProblemResponse(429, 'too_often', { retry_after: 120 })]
  const { user } = openTransfer()
  await sendTransfer(user, server)
  expect(await screen.findByText('Слишком много попыток. Повторите через 2 минуты')).toBeDefined()
  await enterCode(user, server.code)
  await screen.findByText(/Перевод №/)
  expect(server.paid()).toBe(500)
})

test.for(['unavailable', 'request lost', 'response lost'] as const)(
  '%s: creates one transfer all the same',
  async (failure, { server }) => {
    server.failures = [failure]
    const { user } = openTransfer()
    await sendTransfer(user, server, 'За субботу')
    await later(1000)
    expect(await screen.findByText('Перевод № 100001')).toBeDefined()
    expect(server.paid()).toBe(500)
  },
)

test('stays with the restaurant it was opened for', async ({ server }) => {
  const { user } = openTransfer()
  await fill(user)
  act(() =>
    restaurantSwitched({ ...testEmployee, id: 'e2', restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа' } }),
  )
  expect(screen.getByText(/открыта для ресторана «Берёзка»/)).toBeDefined()
  await requestCode(user)
  await enterCode(user, server.code)
  await screen.findByText(/Перевод №/)
  expect(server.requests[0]?.body.rest_id).toBe('berezka')
})

test('finds the transfer after a reload while the response is pending', async ({ server }) => {
  server.failures = ['response never']
  const { user } = openTransfer()
  await sendTransfer(user, server, 'За субботу')
  openTransfer()
  expect(await screen.findByText('Перевод № 100001')).toBeDefined()
  expect(server.requests).toHaveLength(1)
})

test('stores ids and an amount in the tab, never the comment or the code', async ({ server }) => {
  server.failures = ['response never']
  const { user } = openTransfer()
  await sendTransfer(user, server, 'За субботу')
  const stored = [...Object.values(sessionStorage), ...Object.values(localStorage)].join()
  expect(stored).toContain('"amount":500')
  expect(stored).not.toContain('субботу')
  expect(stored).not.toContain(server.code)
})

// spec: 6.17
test('shows the one transfer when a first attempt arrives after the comment was changed', async ({ server }) => {
  server.failures = ['request lost', 'request lost']
  const { user } = openTransfer()
  await sendTransfer(user, server, 'За субботу')
  await later(1000) // The second attempt.
  await later(8000) // All searches for the transfer.
  await screen.findByText(/Не отправлено, деньги не списаны/)
  await user.keyboard('{Escape}')
  await user.type(await screen.findByLabelText('Комментарий'), ' и воскресенье')
  // The first attempt reaches the server only now.
  const [late] = server.requests
  server.book(late?.key ?? '', late?.body as never)
  await requestCode(user)
  await enterCode(user, server.code)
  expect(await screen.findByText('Перевод № 100001')).toBeDefined()
  expect(server.paid()).toBe(500)
})

describe('held for an operator', () => {
  const result = () => screen.findByRole('region', { name: 'Перевод № 100001' })

  async function send(server: OrderServer) {
    const timeline = [{ status: 'pending', at: '2026-11-20T12:00:00+03:00' } as const]
    server.booked = { status: 'pending', review: 'open', timeline }
    const { user } = openTransfer()
    await sendTransfer(user, server, 'За субботу')
    return seenText(within(await result()).getByRole('status'))
  }

  // spec: 6.10
  test('does not show a transfer as arrived', async ({ server }) => {
    expect(await send(server)).toBe(
      'На проверке500 ₽Берёзка → Вера Новикова · •• 03Перевод необычный, его проверит сотрудник поддержки. Деньги пока отложены, коллеге не пришли: если перевод отклонят, они вернутся на баланс.',
    )
    expect(screen.getByText('Ждём решения поддержки')).toBeVisible()
  })

  // spec: 6.10
  test.for([
    [
      { status: 'succeeded', review: 'released' },
      'Переведено500 ₽Берёзка → Вера Новикова · •• 03Деньги уже на балансе получателя.',
    ],
    [
      { status: 'canceled', review: 'rejected' },
      'Отклонено, деньги возвращены на баланс500 ₽Берёзка → Вера Новикова · •• 03Перевод не прошёл проверку.Узнайте причину в поддержке: назовите номер перевода.',
    ],
  ] as const)('shows the decision on the open page: %j', async ([{ status, review }, expected], { server }) => {
    await send(server)
    server.settle(status, { review })
    await later(5000)
    await waitFor(async () => expect(seenText(within(await result()).getByRole('status'))).toBe(expected))
  })
})
