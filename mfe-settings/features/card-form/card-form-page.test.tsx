import { storeCardNumber } from '@portal/contracts/vault'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
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
  await user.click(screen.getByLabelText('Номер карты'))
  await user.keyboard(`${typed}{Enter}`)
  return user
}

test('shows the mask and never the number when not embedded', async () => {
  stub(storeCardNumber, () => stored)
  const user = await submit()
  expect(await screen.findByText('2200 •••• •••• 4321')).toBeVisible()
  expect(document.documentElement.outerHTML).not.toMatch(/7013/)
  await user.click(screen.getByRole('button', { name: 'Другая карта' }))
  expect(screen.getByLabelText('Номер карты')).toHaveValue('')
})

test.for([
  ['', 'Введите номер карты'],
  ['22007013', 'Проверьте номер карты'],
  ['6304000000000000000', 'Подойдут карты Мир, Visa и Mastercard'],
] as const)('%s is not sent: «%s»', async ([typed, message]) => {
  await submit(typed)
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Номер карты').value.replaceAll(' ', '')).toBe(typed)
})

test.for([
  ...failures,
  [new ProblemResponse(422, 'card_invalid', { errors: { number: ['card_invalid'] } }), 'Проверьте номер карты'],
  [wrongField('number'), 'Номер карты — проверьте, что введено'],
] as const)('%s: «%s»; what was typed stays, and can be sent again', async ([failure, message]) => {
  stub(storeCardNumber, () => {
    throw failure
  })
  const user = await submit()
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Номер карты')).toHaveValue('2200 7013 9595 4321')

  stub(storeCardNumber, () => stored)
  await user.click(screen.getByRole('button', { name: 'Продолжить' }))
  expect(await screen.findByText('2200 •••• •••• 4321')).toBeVisible()
})

test('sends one request to the vault for Enter twice', async () => {
  let requests = 0
  stub(storeCardNumber, () => {
    requests += 1
    return stored
  })
  const user = userEvent.setup({ delay: null })
  renderPage(Component, '/cards/card-form')
  await user.type(screen.getByLabelText('Номер карты'), number)
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])
  await screen.findByText('2200 •••• •••• 4321')
  expect(requests).toBe(1)
})
