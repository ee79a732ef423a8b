import { storeCardNumber } from '@portal/shared/contracts/vault'
import { answer, Lost, Refused } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Component } from './card-form-page.tsx'

const number = '2200701395954321'
const stored = { card_token: 'card_x', mask: '2200 •••• •••• 4321', network: 'mir' } as const

async function submit(typed = number) {
  const user = userEvent.setup({ delay: null })
  renderPage(Component, '/cards/card-form')
  await user.type(screen.getByLabelText('Номер карты'), typed)
  await user.keyboard('{Enter}')
  return user
}

test('a page alone shows the mask, and the number nowhere', async () => {
  answer(storeCardNumber, () => stored)
  const user = await submit()
  expect(await screen.findByText('2200 •••• •••• 4321')).toBeVisible()
  expect(document.documentElement.outerHTML).not.toMatch(/7013/)
  await user.click(screen.getByRole('button', { name: 'Другая карта' }))
  expect(screen.getByLabelText('Номер карты')).toHaveValue('')
})

test.for([
  [new Refused(422, 'card_invalid', { errors: { number: ['card_invalid'] } }), 'Проверьте номер карты'],
  [new Refused(429, 'too_often', { retry_after: 60 }), /Повторите через 1 минуту/],
  [new Refused(503, 'unavailable'), /Попробуйте через минуту/],
  [new Lost(), 'Нет соединения с интернетом'],
] as const)('%s is said, and what was typed stays', async ([trouble, message]) => {
  answer(storeCardNumber, () => {
    throw trouble
  })
  await submit()
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Номер карты')).toHaveValue('2200 7013 9595 4321')
})

test('Enter twice asks the vault once', async () => {
  let asked = 0
  answer(storeCardNumber, () => {
    asked += 1
    return stored
  })
  const user = userEvent.setup({ delay: null })
  renderPage(Component, '/cards/card-form')
  await user.type(screen.getByLabelText('Номер карты'), number)
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])
  await screen.findByText('2200 •••• •••• 4321')
  expect(asked).toBe(1)
})
