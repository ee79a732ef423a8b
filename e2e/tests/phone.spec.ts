import type { Page } from '@playwright/test'
import { newPhone, password } from '../fixtures/people.ts'
import { signIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures.ts'

const current = (page: Page) => page.getByLabel('Текущий пароль')

async function ask(page: Page, phone: string, secret = password) {
  await current(page).fill(secret)
  await page.getByLabel('Новый телефон').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
}

async function confirm(page: Page, code: string) {
  await page.getByLabel('Код из СМС').fill(code)
  await page.getByRole('button', { name: 'Сменить телефон' }).click()
}

test('the phone is changed by a code that went to the new one, which then signs in', async ({
  page,
  context,
  newWaiter,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/401/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/phone')
  const phone = newPhone()
  await ask(page, phone)
  await confirm(page, await readCode(phone))
  await expect(page.getByText('Номер изменён')).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Телефон' })).toContainText(phone.slice(-2))
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await signIn(page, phone)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})

test('a wrong password is said at its field; the phone and the code that came are not lost', async ({
  page,
  newWaiter,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/422/)
  await signInAs(await newWaiter())
  await page.goto('/settings/phone')
  const phone = newPhone()
  await ask(page, phone, 'not-the-password')
  const code = await readCode(phone)
  await confirm(page, code)
  await expect(page.getByText('Текущий пароль указан неверно')).toBeVisible()
  await expect(page.getByLabel('Новый телефон')).not.toHaveValue('')

  await current(page).fill(password)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await confirm(page, code)
  await expect(page.getByText('Номер изменён')).toBeVisible()
})

test('a phone of somebody else is refused', async ({ page, newWaiter, signInAs, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/409/)
  const other = await newWaiter('Пётр Ильин')
  await signInAs(await newWaiter())
  await page.goto('/settings/phone')
  await ask(page, other.phone)
  await confirm(page, await readCode(other.phone))
  await expect(page.getByText('Этот номер уже используется')).toBeVisible()
  await expect(page.getByLabel('Новый телефон')).toHaveAttribute('aria-invalid', 'true')
})

test('an answer that was lost: the next attempt finds the phone changed', async ({
  page,
  newWaiter,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|410/)
  await signInAs(await newWaiter())
  await page.goto('/settings/phone')
  const phone = newPhone()
  await ask(page, phone)
  await page.getByLabel('Код из СМС').fill(await readCode(phone))
  // It reaches the server; what the server says reaches nobody.
  await page.route('**/api/v1/user/phone', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Сменить телефон' }).click()
  await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
  await page.unroute('**/api/v1/user/phone')
  await page.getByRole('button', { name: 'Сменить телефон' }).click()
  await expect(page.getByText('Номер изменён')).toBeVisible()
})

test('going back closes the step of the code and keeps what was typed', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Телефон/ }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText('Введите текущий пароль')).toBeVisible()
  await expect(page.getByText('Введите номер телефона полностью')).toBeVisible()
  await ask(page, newPhone())
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(current(page)).toHaveValue(password)
})
