import { failures, wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse } from '@portal/shared/testing/http-stub'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './add-sbp-phone-page.tsx'
import { enterCode, openPage, test, toasts } from './testing/open-methods.ts'

type User = ReturnType<typeof openPage>['user']

async function chooseBank(user: User, name = 'Т-Банк') {
  await user.click(await screen.findByRole('combobox', { name: 'Банк' }))
  await user.click(await screen.findByRole('option', { name }))
}

async function proceed(user: User) {
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
}

// spec: 2.10
test('confirms a phone with its bank by a code for just this phone', async ({ server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.type(await screen.findByLabelText('Телефон'), '8 900 123-45-67')
  await chooseBank(user)
  await proceed(user)
  expect(
    await screen.findByText((_, element) => seenText(element) === 'СБП · Т-Банк · +7 (900) 123-45-67'),
  ).toBeVisible()
  await enterCode(user, server.code)
  await waitFor(() => expect(location.pathname).toBe('/settings/payout-methods'))
  expect(toasts()).toEqual(['Телефон СБП добавлен'])
  expect(server.codesFor).toEqual([{ purpose: 'sbp', phone: '+79001234567', bank_id: 'tbank' }])
  expect(server.changes).toEqual([
    { phone: '+79001234567', bank_id: 'tbank', label: '', rest_id: 'berezka', code: '123456' },
  ])
})

test('adds the user’s own number without knowing it', async ({ server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.click(await screen.findByRole('button', { name: 'Мой номер с последними цифрами 01' }))
  expect(screen.queryByRole('textbox', { name: 'Телефон' })).toBeNull()
  await chooseBank(user)
  await proceed(user)
  await enterCode(user, server.code)
  await waitFor(() => expect(toasts()).toEqual(['Телефон СБП добавлен']))
  expect(server.codesFor).toEqual([{ purpose: 'sbp', bank_id: 'tbank' }])
  expect(server.changes).toEqual([{ bank_id: 'tbank', label: '', rest_id: 'berezka', code: '123456' }])
})

test('replaces the user’s own number by another again, and the focus follows', async () => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  const own = await screen.findByRole('button', { name: /Мой номер/ })
  expect(screen.getByRole('textbox', { name: 'Телефон' })).not.toHaveFocus()
  await user.click(own)
  expect(document.activeElement).toHaveTextContent(/^Телефон.*Другой номер$/)
  await user.click(screen.getByRole('button', { name: 'Другой номер' }))
  expect(screen.getByRole('textbox', { name: 'Телефон' })).toHaveValue('')
  expect(screen.getByRole('textbox', { name: 'Телефон' })).toHaveFocus()
})

// spec: 2.102
test('lists popular banks first, and finds any by its name', async () => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.click(await screen.findByRole('combobox', { name: 'Банк' }))
  expect(await screen.findByText('Популярные')).toBeVisible()
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Т-Банк', 'Банк ЗЕНИТ'])
  await user.type(screen.getByPlaceholderText('Поиск...'), 'зен')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(screen.getByRole('option')).toHaveTextContent('Банк ЗЕНИТ')
})

test('names what is missing', async ({ server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.type(await screen.findByLabelText('Телефон'), '900123')
  await proceed(user)
  expect(await screen.findByText('Введите номер телефона полностью')).toBeVisible()
  expect(screen.getByText('Банк — обязательное поле')).toBeVisible()
  expect(server.codesFor).toEqual([])
})

// spec: 2.103
test.for([
  [new ProblemResponse(422, 'sbp_not_connected', { errors: { phone: ['sbp_not_connected'] } }), /не подключён к СБП/],
  [
    new ProblemResponse(409, 'sbp_phone_exists', { errors: { phone: ['sbp_phone_exists'] } }),
    'Этот номер уже добавлен',
  ],
  [new ProblemResponse(422, 'bank_unknown', { errors: { bank_id: ['bank_unknown'] } }), 'Выберите банк из списка'],
  [wrongField('phone'), 'Телефон — проверьте, что введено'],
] as const)('shows %s at its field, and leaves what was typed', async ([failure, message], { server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.type(await screen.findByLabelText('Телефон'), '9001234567')
  await chooseBank(user)
  await proceed(user)
  await screen.findByLabelText(/Код/)
  server.failures = [failure]
  await enterCode(user, server.code)
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Телефон')).toHaveValue('+7 (900) 123-45-67')
  expect(screen.getByRole('combobox', { name: 'Банк' })).toHaveTextContent('Т-Банк')
})

test('an error about the user’s own number is shown, too', async ({ server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await user.click(await screen.findByRole('button', { name: /Мой номер/ }))
  await chooseBank(user)
  await proceed(user)
  await screen.findByLabelText(/Код/)
  server.failures = [new ProblemResponse(422, 'sbp_not_connected', { errors: { phone: ['sbp_not_connected'] } })]
  await enterCode(user, server.code)
  expect(await screen.findByText('Номер не подключён к СБП в этом банке')).toBeVisible()
})

async function toCode(user: User) {
  await user.type(await screen.findByLabelText('Телефон'), '9001234567')
  await chooseBank(user)
  await proceed(user)
  await screen.findByLabelText(/Код/)
}

test.for([
  ...failures,
  [new ProblemResponse(503, 'sbp_unavailable'), 'СБП временно недоступна. Попробуйте через минуту.'],
] as const)(
  '%s to a code: it stays, and one phone is added by the next attempt',
  async ([failure, message], { server }) => {
    const { user } = openPage(Component, '/settings/sbp-phones/add')
    await toCode(user)
    server.failures = [failure]
    await enterCode(user, server.code)
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText(/Код/)).toHaveValue(server.code)
    await user.click(screen.getByRole('button', { name: 'Добавить' }))
    await waitFor(() => expect(toasts()).toEqual(['Телефон СБП добавлен']))
    expect(server.methods).toHaveLength(1)
  },
)

test('shows no error when the response was lost after the phone was added', async ({ server }) => {
  const { user } = openPage(Component, '/settings/sbp-phones/add')
  await toCode(user)
  server.failures = ['response lost']
  await enterCode(user, server.code)
  await waitFor(() => expect(toasts()).toEqual(['Телефон СБП добавлен']))
  expect(server.methods).toHaveLength(1)
})
