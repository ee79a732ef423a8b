import { sessionStore } from '@portal/shared/browser-storage'
import { type CardFormState, cardFormKey } from '@portal/shared/page-protocol'
import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { Component } from './add-card-page.tsx'
import { secondEmployee } from './testing/methods-server.ts'
import { enterCode, openPage, test, toasts } from './testing/open-methods.ts'

// Restaurants whose provider reads cards by a form of its own, in another document.

const form = { provider: 'yookassa', account: '504001' } as const
const card = { token: 'pt-1', first6: '220070', last4: '4321', issuer: 'T-Bank' }
const begun: CardFormState = { userId: 'anna', account: '504001', restId: 'berezka', label: 'Зарплатная' }

/** The documents that the page has opened instead of itself. */
let opened: string[]
beforeEach(({ task: _ }) => {
  opened = []
  vi.spyOn(location, 'replace').mockImplementation((address) => void opened.push(String(address)))
  return () => sessionStorage.clear()
})

const stored = () => JSON.parse(sessionStore.getItem(cardFormKey) ?? 'null')
const store = (state: object) => sessionStore.setItem(cardFormKey, JSON.stringify(state))
const submit = (name: string) => screen.findByRole('button', { name })

// spec: 2.124
test('the page hands its values to the form of the provider, and has no field for a number', async ({ server }) => {
  server.cardForms = { berezka: form }
  const { user } = openPage(Component, '/settings/cards/add')
  const button = await submit('Ввести номер карты')
  expect(screen.queryByLabelText('Номер карты')).toBeNull()
  await user.type(screen.getByLabelText(/Название/), 'Зарплатная')
  await user.dblClick(button)
  await waitFor(() => expect(opened).toContain('/cards/card-form/yookassa'))
  expect(stored()).toEqual(begun)
  expect([server.numbers, server.providerCards]).toEqual([[], []])
})

// spec: 2.124
test('adds the card that the form has read, by its token and a code', async ({ server }) => {
  server.cardForms = { berezka: form }
  store({ ...begun, card })
  const { user } = openPage(Component, '/settings/cards/add')
  expect(await screen.findByText('2200 •••• •••• 4321')).toBeVisible()
  expect(screen.getByLabelText(/Название/)).toHaveValue('Зарплатная')
  await user.click(await submit('Продолжить'))
  await enterCode(user, server.code)
  await waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))
  expect(toasts()).toEqual(['Карта добавлена'])
  expect(server.providerCards).toEqual([{ provider: 'yookassa', ...card }])
  expect(server.changes).toEqual([
    { card_token: 'token-4321', rest_id: 'berezka', label: 'Зарплатная', code: '123456' },
  ])
  expect(stored()).toBeNull()
})

test.for([
  ['another user', { ...begun, userId: 'boris', card }],
  ['another account', { ...begun, account: '504002', card }],
  ['another shape', { userId: 'anna', card }],
] as const)('asks for a card where the one of the form is of %s', async ([, state], { server }) => {
  server.cardForms = { berezka: form }
  store(state)
  openPage(Component, '/settings/cards/add')
  expect(await submit('Ввести номер карты')).toBeVisible()
  expect(screen.queryByText(/4321/)).toBeNull()
})

test('does not go on with a card of a network that is not paid to, and leads to the form again', async ({ server }) => {
  server.cardForms = { berezka: form }
  store({ ...begun, card: { ...card, first6: '378282' } })
  const { user } = openPage(Component, '/settings/cards/add')
  expect(await screen.findByText('Подойдут карты Мир, Visa и Mastercard')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Другая карта' }))
  expect(opened).toEqual(['/cards/card-form/yookassa'])
  expect(stored()).not.toHaveProperty('card')
  expect(server.providerCards).toEqual([])
})

test.for([
  ['card_exists', 409, 'Эта карта уже добавлена'],
  ['card_unknown', 422, 'Введите номер карты ещё раз'],
  ['card_unsupported', 422, /Ресторан платит через другой банк/],
] as const)('%s is shown at the card, which can be replaced', async ([code, status, text], { server }) => {
  server.cardForms = { berezka: form }
  store({ ...begun, card })
  const { user } = openPage(Component, '/settings/cards/add')
  await user.click(await submit('Продолжить'))
  await screen.findByLabelText(/Код/)
  server.failures = [new ProblemResponse(status, code, { errors: { card_token: [code] } })]
  await enterCode(user, server.code)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Другая карта' })).toBeVisible()
})

test('a restaurant of another provider has our own form, and the form of its provider is for the other one', async ({
  server,
}) => {
  server.employees = [...server.employees, secondEmployee]
  server.cardForms = { bridge: form }
  const { user } = openPage(Component, '/settings/cards/add')
  expect(await screen.findByLabelText('Номер карты')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Ресторан' }))
  await user.click(await screen.findByRole('option', { name: /Старый мост/ }))
  await user.click(await submit('Ввести номер карты'))
  await waitFor(() => expect(opened).toEqual(['/cards/card-form/yookassa']))
  expect(stored()).toMatchObject({ restId: 'bridge' })
})
