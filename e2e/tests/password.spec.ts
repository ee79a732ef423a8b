import type { Page } from '@playwright/test'
import { forgetSession, signIn } from '../fixtures/steps.ts'
import { openSession, password } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const current = (page: Page) => page.getByLabel('Текущий пароль')
const other = 'another-Password-2'
const change = (page: Page) => page.getByRole('button', { name: 'Сменить пароль' })

async function fill(page: Page, [now, next, repeat]: [string, string, string]) {
  await current(page).fill(now)
  await page.getByLabel('Новый пароль', { exact: true }).fill(next)
  await page.getByLabel('Новый пароль ещё раз').fill(repeat)
}

// spec: 2.13, 2.108
test('a double click changes the password once, which ends the other sessions and signs in', {
  tag: '@mfe-settings',
}, async ({ page, newUser, signInAs, database, allowedConsole }) => {
  allowedConsole.patterns.push(/401/)
  const user = await newUser()
  await openSession(database, user.id)
  await signInAs(user)
  await page.goto('/settings/password')
  let changes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/user/password/change')) changes += 1
  })
  await fill(page, [password, other, other])
  await change(page).dblclick()
  await expect(page.getByText('Пароль изменён')).toBeVisible()
  await expect(page.getByText('Сеансы на других устройствах завершены')).toBeVisible()
  expect(changes).toBe(1)
  const { rows } = await database.query('select 1 from session where user_id = $1', [user.id])
  expect(rows).toHaveLength(1)

  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
  await forgetSession(page)
  await page.goto('/login')
  await signIn(page, user.phone, other)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})
