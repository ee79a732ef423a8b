import type { Page } from '@playwright/test'
import { field, press, signIn } from '../fixtures/steps.ts'
import { forgetSentCodes, openSession, password, type TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const newPassword = 'another-Chaevye-2'

async function requestCode(page: Page, phone: string) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Восстановление пароля' })).toBeVisible()
  await field(page, 'Телефон').fill(phone)
  await press(page, 'Получить код')
  await expect(page.getByText('Если номер зарегистрирован, мы отправили код')).toBeVisible()
}

async function proveByCode(page: Page, user: TestUser, readCode: (phone: string) => Promise<string>) {
  await requestCode(page, user.phone)
  await field(page, 'Код из СМС').fill(await readCode(user.phone))
  await press(page, 'Продолжить')
  await expect(field(page, 'Новый пароль')).toBeFocused()
}

async function setPassword(page: Page, value: string, repeat = value) {
  await field(page, 'Новый пароль').fill(value)
  await field(page, 'Новый пароль ещё раз').fill(repeat)
  await press(page, 'Сменить пароль')
}

test.beforeEach(({ database }) => forgetSentCodes(database))

// spec: 2.19, 2.50
test('a forgotten password is replaced, and only the new one signs in', async ({
  page,
  newUser,
  database,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/401/)
  const user = await newUser()
  await openSession(database, user.id)
  await proveByCode(page, user, readCode)

  // The token that allows the change is only in the page's memory.
  expect(page.url()).toMatch(/\/password\/recovery$/)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(stored).not.toContain(user.id)

  await setPassword(page, newPassword)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Пароль изменён')).toBeVisible()
  await expect(page.getByText('Войдите с новым паролем.')).toBeVisible()
  const sessions = await database.query('select from session where user_id = $1', [user.id])
  expect(sessions.rowCount).toBe(0)

  await signIn(page, user.phone, password)
  await expect(page.getByText('Неверный телефон или пароль')).toBeVisible()
  await signIn(page, user.phone, newPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})
