import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './add-card-page.tsx'
import { secondEmployee, testCard } from './testing/methods-server.ts'
import { enterCode, openPage, test, toasts } from './testing/open-methods.ts'

const number = '2200701395954321'

async function fill(user: ReturnType<typeof openPage>['user'], typed = number) {
  await user.type(await screen.findByLabelText('Номер карты'), typed)
  await user.type(screen.getByLabelText(/Название/), 'Зарплатная')
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
}

const addsCard = { card_token: 'token-4321', rest_id: 'berezka', label: 'Зарплатная', code: '123456' }

// spec: 2.8
test('sends the number to the vault, and its token with the code to the API', async ({ server }) => {
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  expect(await screen.findByText('•• 4321')).toBeVisible()
  expect(
    screen.getByText(
      /^Сюда можно будет выводить чаевые из ресторана «Берёзка»\. Первые сутки\s— не больше 10\s000\s₽$/,
    ),
  ).toBeVisible()
  await enterCode(user, server.code)

  await waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))
  expect(toasts()).toEqual(['Карта добавлена'])
  expect(server.numbers).toEqual([number])
  expect(server.codesFor).toEqual([{ purpose: 'card', card_token: 'token-4321' }])
  expect(server.changes).toEqual([addsCard])
})

test('stores the number nowhere but in its field', async ({ server }) => {
  const { user, client } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await screen.findByLabelText(/Код/)
  const stored = [
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => [queryKey, state.data]),
    ),
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.variables),
    ),
    JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
    location.href,
    JSON.stringify(history.state),
  ]
  for (const text of stored) expect(text).not.toMatch(/7013|9595/)
  expect(server.numbers).toHaveLength(1)
})

test.for([
  ['2200701395954322', 'Проверьте номер карты'],
  ['22007013', 'Проверьте номер карты'],
  ['6304000000000000000', 'Подойдут карты Мир, Visa и Mastercard'],
] as const)('%s is not sent: «%s»', async ([typed, message], { server }) => {
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user, typed)
  expect(await screen.findByText(message)).toBeVisible()
  expect(server.numbers).toEqual([])
})

test('marks an empty and a too long field, and leaves what was typed', async () => {
  const { user } = openPage(Component, '/settings/cards/add')
  await user.click(await screen.findByLabelText(/Название/))
  await user.paste('а'.repeat(31))
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  expect(await screen.findByText('Введите номер карты')).toBeVisible()
  expect(screen.getByText('Название — не более 30 символов')).toBeVisible()
  expect(screen.getByLabelText(/Название/)).toHaveValue('а'.repeat(31))
})

test.for([
  ...failures,
  [new ProblemResponse(422, 'card_invalid', { errors: { number: ['card_invalid'] } }), 'Проверьте номер карты'],
  [wrongField('number'), 'Номер карты — проверьте, что введено'],
] as const)(
  'shows that the vault responded with %s, and leaves what was typed',
  async ([failure, message], { server }) => {
    server.failures = [failure]
    const { user } = openPage(Component, '/settings/cards/add')
    await fill(user)
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Номер карты')).toHaveValue('2200 7013 9595 4321')
    expect(screen.getByLabelText(/Название/)).toHaveValue('Зарплатная')

    await user.click(screen.getByRole('button', { name: 'Продолжить' }))
    await enterCode(user, server.code)
    await waitFor(() => expect(toasts()).toEqual(['Карта добавлена']))
  },
)

// spec: 2.101
test.for([
  [new ProblemResponse(409, 'card_exists', { errors: { card_token: ['card_exists'] } }), 'Эта карта уже добавлена'],
  [wrongField('label'), 'Название — проверьте, что введено'],
] as const)('shows %s at its field, and leaves what was typed', async ([failure, message], { server }) => {
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await screen.findByLabelText(/Код/)
  server.failures = [failure]
  await enterCode(user, server.code)
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Номер карты')).toHaveValue('2200 7013 9595 4321')
  expect(screen.getByLabelText(/Название/)).toHaveValue('Зарплатная')
  expect(server.methods).toEqual([])
})

test.for(failures)(
  '%s to a code: it stays, and one card is added by the next attempt',
  async ([failure, message], { server }) => {
    const { user } = openPage(Component, '/settings/cards/add')
    await fill(user)
    await screen.findByLabelText(/Код/)
    server.failures = [failure]
    await enterCode(user, server.code)
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText(/Код/)).toHaveValue(server.code)
    await user.click(screen.getByRole('button', { name: 'Добавить' }))
    await waitFor(() => expect(toasts()).toEqual(['Карта добавлена']))
    expect(server.methods).toHaveLength(1)
  },
)

test('stays at the step of the code after a wrong code', async ({ server }) => {
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await enterCode(user, '000000')
  expect(await screen.findByText('Неверный код. Осталось 4 попытки')).toBeVisible()
  await enterCode(user, server.code)
  await waitFor(() => expect(toasts()).toEqual(['Карта добавлена']))
})

// spec: 6.18
test('shows no error when the response was lost after the card was added', async ({ server }) => {
  server.methods = [testCard()]
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await screen.findByLabelText(/Код/)
  server.failures = ['response lost']
  await enterCode(user, server.code)
  await waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))
  expect(server.methods).toHaveLength(2)
})

test('adds nothing when the request was lost, and can be sent again', async ({ server }) => {
  // Has the same text in the list: it was there before.
  server.methods = [testCard({ last4: '4321', mask: '2200 •••• •••• 4321' })]
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await screen.findByLabelText(/Код/)
  server.failures = [new NetworkError()]
  await enterCode(user, server.code)
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
  expect(toasts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(toasts()).toEqual(['Карта добавлена']))
  expect(server.methods).toHaveLength(2)
})

// spec: 6.18
test('adds one card for Enter twice', async ({ server }) => {
  const { user } = openPage(Component, '/settings/cards/add')
  await fill(user)
  await user.type(await screen.findByLabelText(/Код/), server.code)
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])
  await waitFor(() => expect(toasts()).toEqual(['Карта добавлена']))
  expect(server.changes).toHaveLength(1)
})

test('offers the choice of a restaurant and shows what a card of it serves when the user works in several', async ({
  server,
}) => {
  server.employees = [...server.employees, secondEmployee]
  const { user } = openPage(Component, '/settings/cards/add')
  const restaurant = await screen.findByRole('combobox', { name: 'Ресторан' })
  expect(restaurant).toHaveTextContent('Берёзка')
  await user.click(restaurant)
  await user.click(await screen.findByRole('option', { name: /Старый мост/ }))
  expect(screen.getByText('Сюда можно будет выводить чаевые из ресторана «Старый мост»')).toBeVisible()
  await fill(user)
  await enterCode(user, server.code)
  await waitFor(() => expect(server.changes).toEqual([{ ...addsCard, rest_id: 'bridge' }]))
})
