import { changePassword, getOwnPhone } from '@portal/contracts/password'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
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

// spec: 2.109
test('offers password managers the sign-in name before the passwords', async () => {
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  renderPage(Component)
  const name = await screen.findByDisplayValue('+7 (900) 000-00-01')
  expect(name).toHaveAttribute('autocomplete', 'username')
  expect(name.compareDocumentPosition(field('Текущий пароль'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('textbox', { name: /username/ })).toBeNull()
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('9000000001')
})

test('sends one request, and shows the end of the other sessions', async () => {
  const requests: unknown[] = []
  stub(changePassword, ({ body }) => {
    requests.push(body)
    return undefined
  })
  await fill('old-password', 'new-password')
  await screen.findByText('Пароль изменён')
  await waitFor(() => expect(screen.getByRole('status').parentElement).toHaveFocus())
  expect(screen.getByText(/Сеансы на других устройствах завершены/)).toBeVisible()
  expect(requests).toEqual([{ current_password: 'old-password', password: 'new-password' }])
})

test('does not send and leaves a short password and a different repeat', async () => {
  await fill('', 'short', 'shorter')
  expect(await screen.findByText('Введите текущий пароль')).toBeVisible()
  // Shown once: the hint has become the error.
  expect(field('Новый пароль')).toHaveAccessibleDescription('Не менее 8 символов')
  expect(field('Новый пароль')).toHaveValue('short')
  expect(field('Новый пароль ещё раз')).toHaveAccessibleDescription('Пароли не совпадают')
  expect(field('Новый пароль ещё раз')).toHaveValue('shorter')
})

const wrongPassword = new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
const weakPassword = new ProblemResponse(422, 'password_weak', { errors: { password: ['password_common'] } })

test.for([
  ...failures,
  [
    new ProblemResponse(429, 'password_locked', { retry_after: 900 }),
    'Слишком много попыток. Повторите через 15 минут',
  ],
  [wrongPassword, 'Текущий пароль указан неверно'],
  [wrongField('password'), 'Новый пароль — проверьте, что введено'],
  [weakPassword, /^Этот пароль слишком распространён\. Возьмите три-четыре слова/],
] as const)('%s: «%s»; all that was typed stays, and can be sent again', async ([failure, text]) => {
  stub(changePassword, () => {
    throw failure
  })
  const user = await fill('old-password', 'new-password')
  expect(await screen.findByText(text)).toBeVisible()
  expect(field('Текущий пароль')).toHaveValue('old-password')
  expect(field('Новый пароль')).toHaveValue('new-password')
  expect(field('Новый пароль ещё раз')).toHaveValue('new-password')

  stub(changePassword, () => undefined)
  await user.click(submit())
  expect(await screen.findByText('Пароль изменён')).toBeVisible()
})

// spec: 6.23
test('shows after a lost response that a wrong password may be the new one already', async () => {
  stub(changePassword, () => {
    throw new NetworkError()
  })
  const user = await fill('old-password', 'new-password')
  await screen.findByText('Нет соединения с интернетом')
  stub(changePassword, () => {
    throw wrongPassword
  })
  await user.click(submit())
  expect(await screen.findByText(/Возможно, он уже сменился/)).toBeVisible()
})
