import { type AppLock, getAppLock, removeAppLock, setAppLock } from '@portal/contracts/app-lock'
import { getOwnPhone } from '@portal/contracts/password'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './opening-page.tsx'

const none: AppLock = { digits: null, after_minutes: null, locked: false, has_passkeys: false }
let lock: AppLock

beforeEach(() => {
  lock = none
  stub(getAppLock, () => lock)
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
})

async function fill(pin: string, repeat = pin) {
  await userEvent.type(await screen.findByLabelText('Код-пароль'), pin)
  await userEvent.type(screen.getByLabelText('Код-пароль ещё раз'), repeat)
  await userEvent.type(screen.getByLabelText('Текущий пароль'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Включить код-пароль' }))
}

// spec: 2.191
test('stores in this browser that amounts are hidden on opening, and forgets it', async () => {
  renderPage(Component)
  screen.getByRole('radio', { name: 'Как оставили', checked: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Скрыты' }))
  screen.getByRole('radio', { name: 'Скрыты', checked: true })
  expect(Object.values(localStorage)).toEqual(['hidden'])
  await userEvent.click(screen.getByRole('radio', { name: 'Как оставили' }))
  expect(localStorage.length).toBe(0)
})

// spec: 2.193, 2.197
test('locks the portal by a PIN that is typed twice, with the password, and stores nothing of it', async () => {
  const sent: unknown[] = []
  stub(setAppLock, ({ body }) => {
    sent.push(body)
    lock = { ...none, digits: 4, after_minutes: 1 }
    return undefined
  })
  renderPage(Component)
  // Digits of another keyboard are the same digits.
  await fill('8253', '８２５３')
  await screen.findByText('Код-пароль включён')
  expect(screen.getByText('Спрашиваем: через 1 минуту')).toBeVisible()
  expect(sent).toEqual([{ pin: '8253', after_minutes: 1, current_password: 'correct horse' }])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('8253')
})

test.each([
  ['82', '82', 'Введите от 4 до 6 цифр'],
  ['8253', '8254', 'Код-пароль не совпадает'],
])('does not send %s and %s: «%s»', async (pin, repeat, text) => {
  renderPage(Component)
  await fill(pin, repeat)
  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  [
    'pin',
    new ProblemResponse(400, 'malformed', { errors: { pin: ['pin_predictable'] } }),
    'Слишком просто: повторы и цифры подряд подбирают первыми',
  ],
  [
    'password',
    new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } }),
    'Текущий пароль указан неверно',
  ],
])('shows why the server rejects the %s', async (_, problem, text) => {
  stub(setAppLock, () => {
    throw problem
  })
  renderPage(Component)
  await fill('1234')
  expect(await screen.findByText(text)).toBeVisible()
})

// spec: 2.193
test('removes the lock by the password', async () => {
  lock = { ...none, digits: 6, after_minutes: 0 }
  stub(removeAppLock, ({ body }) => {
    expect(body).toEqual({ current_password: 'correct horse' })
    lock = none
    return undefined
  })
  renderPage(Component)
  await screen.findByText('Спрашиваем: сразу')
  await userEvent.type(screen.getByLabelText('Текущий пароль'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Выключить код-пароль' }))
  expect(await screen.findByRole('button', { name: 'Включить код-пароль' })).toBeVisible()
})
