import { changePassword } from '@portal/shared/contracts/password'
import { answer, Lost, Refused } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Component } from './password-page.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole('button', { name: 'Сменить пароль' })

async function fill(current: string, next: string, repeat = next) {
  const user = userEvent.setup()
  renderPage(Component)
  if (current) await user.type(field('Текущий пароль'), current)
  await user.type(field('Новый пароль'), next)
  await user.type(field('Новый пароль ещё раз'), repeat)
  await user.click(submit())
  return user
}

test('is asked for once, and the end of the other sessions is said', async () => {
  const asked: unknown[] = []
  answer(changePassword, ({ body }) => {
    asked.push(body)
    return undefined
  })
  await fill('old-password', 'new-password')
  await screen.findByText('Пароль изменён')
  expect(screen.getByText(/Сеансы на других устройствах завершены/)).toBeVisible()
  expect(asked).toEqual([{ current_password: 'old-password', password: 'new-password' }])
})

test('a short one and another repeat are not sent', async () => {
  await fill('', 'short', 'shorter')
  expect(await screen.findByText('Введите текущий пароль')).toBeVisible()
  expect(field('Новый пароль')).toHaveAccessibleDescription(/^Не менее 8 символов/)
  expect(field('Новый пароль ещё раз')).toHaveAccessibleDescription('Пароли не совпадают')
})

test('a wrong one is said at its field, and all that was typed stays', async () => {
  answer(changePassword, () => {
    throw new Refused(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
  })
  await fill('wrong', 'new-password')
  await waitFor(() => expect(field('Текущий пароль')).toHaveAccessibleDescription('Текущий пароль указан неверно'))
  expect(field('Новый пароль ещё раз')).toHaveValue('new-password')
})

test('after a lost answer a wrong password may be the new one already: it is said', async () => {
  answer(changePassword, () => {
    throw new Lost()
  })
  const user = await fill('old-password', 'new-password')
  await screen.findByText('Нет соединения с интернетом')
  answer(changePassword, () => {
    throw new Refused(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
  })
  await user.click(submit())
  expect(await screen.findByText(/Возможно, он уже изменён/)).toBeVisible()
})
