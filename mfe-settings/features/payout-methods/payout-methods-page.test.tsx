import { Refused } from '@portal/shared/testing/http-stub'
import { troubles } from '@portal/shared/testing/troubles'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { Component } from './payout-methods-page.tsx'
import { cardOf, phoneOf } from './testing/methods-server.ts'
import { openPage, test, toasts } from './testing/open-methods.ts'

test('cards and phones under the bank of their restaurants, the default one marked', async ({ server }) => {
  server.methods = [cardOf({ label: 'Зарплатная' }), phoneOf({ status: 'blocked' })]
  openPage(Component)
  const bank = await screen.findByRole('region', { name: 'Т-Банк — «Берёзка»' })
  const rows = within(bank).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Мир ••\u00A01234ОсновнойСбербанк · Зарплатная',
    'СБП · Т-БанкЗаблокирован+7 (900) •••-••-67',
  ])
  expect(
    within(bank)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/settings/cards/card-1/edit', '/settings/sbp-phones/phone-1/edit'])
})

test('nothing there yet: both can be added', async () => {
  openPage(Component)
  await screen.findByText('Способов вывода пока нет')
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('link', { name: 'Добавить карту' })).toHaveAttribute('href', '/settings/cards/add')
  expect(screen.getByRole('link', { name: 'Добавить телефон СБП' })).toHaveAttribute('href', '/settings/sbp-phones/add')
})

async function askToDelete(user: ReturnType<typeof openPage>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

test('a method is deleted after a question', async ({ server }) => {
  server.methods = [cardOf(), cardOf({ id: 'card-2', last4: '5678', is_default: false })]
  const { user } = openPage(Component)
  const sheet = await askToDelete(user, 'Удалить карту ••\u00A05678')
  expect(sheet.getByRole('heading')).toHaveTextContent('Удалить карту •• 5678?')
  await user.click(sheet.getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(toasts()).toEqual(['Карта удалена']))
  expect(screen.queryByText('Мир •• 5678')).toBeNull()
  expect(server.methods).toHaveLength(1)
})

test('«Оставить» leaves it', async ({ server }) => {
  server.methods = [phoneOf()]
  const { user } = openPage(Component)
  const sheet = await askToDelete(user, 'Удалить телефон +7 (900) •••-••-67')
  await user.click(sheet.getByRole('button', { name: 'Оставить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.changes).toEqual([])
})

test('the default one is not asked about: it says why', async ({ server }) => {
  server.methods = [cardOf()]
  const { user } = openPage(Component)
  const sheet = await askToDelete(user, 'Удалить карту ••\u00A01234')
  expect(sheet.getByText('Это основной способ вывода. Сначала сделайте основным другой.')).toBeVisible()
  expect(sheet.queryByRole('button', { name: 'Удалить' })).toBeNull()
})

test.for([
  [new Refused(409, 'default_method'), 'Это основной способ вывода. Сначала сделайте основным другой.'],
  [new Refused(409, 'payout_in_progress'), 'Сюда сейчас идёт выплата. Удалите, когда она завершится.'],
  ...troubles,
] as const)('what cannot be deleted now (%s) says why and stays', async ([trouble, message], { server }) => {
  server.methods = [phoneOf()]
  server.troubles = [trouble]
  const { user } = openPage(Component)
  const sheet = await askToDelete(user, 'Удалить телефон +7 (900) •••-••-67')
  await user.click(sheet.getByRole('button', { name: 'Удалить' }))
  expect(await sheet.findByText(message)).toBeVisible()
  expect(server.methods).toHaveLength(1)
})

test('a lost answer, asked again: what is gone already is deleted', async ({ server }) => {
  server.methods = [phoneOf()]
  server.troubles = ['answer lost']
  const { user } = openPage(Component)
  const sheet = await askToDelete(user, 'Удалить телефон +7 (900) •••-••-67')
  await user.click(sheet.getByRole('button', { name: 'Удалить' }))
  expect(await sheet.findByText('Нет соединения с интернетом')).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(toasts()).toEqual(['Телефон удалён']))
})
