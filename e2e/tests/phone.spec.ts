import type { Page } from '@playwright/test'
import { forgetSession, signIn } from '../fixtures/steps.ts'
import { newPhone, password } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

const current = (page: Page) => page.getByLabel('Текущий пароль')

async function requestCode(page: Page, phone: string, secret = password) {
  await current(page).fill(secret)
  await page.getByLabel('Новый телефон').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
}

/** Confirms the code of the new phone, after which the form requires that of the old one. */
async function confirmNew(page: Page, code: string) {
  await page.getByLabel('Код из СМС').fill(code)
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('heading', { name: 'Код с прежнего номера' })).toBeVisible()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
}

async function confirm(page: Page, code: string) {
  await page.getByLabel('Код из СМС').fill(code)
  await page.getByRole('button', { name: 'Сменить телефон' }).click()
}

// spec: 2.12, 2.105
test('codes of the new and of the old phone change it, and the new one signs in', { tag: '@mfe-settings' }, async ({
  page,
  newUser,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/401/)
  const user = await newUser()
  await signInAs(user)
  await page.goto('/settings/phone')
  const phone = newPhone()
  await requestCode(page, phone)
  await confirmNew(page, await readCode(phone))
  await confirm(page, await readCode(user.phone))
  await expect(page.getByText('Номер изменён')).toBeVisible()

  // The link waits until the sheet has left the history; `goto` would interrupt that.
  await page.getByRole('link', { name: 'К настройкам' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Телефон' })).toContainText(phone.slice(-2))
  await forgetSession(page)
  await page.goto('/login')
  await signIn(page, phone)
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})

// spec: 2.106
test('without the old phone the change is delayed for a day, and another session cancels it', {
  tag: '@mfe-settings',
}, async ({ page, newContext, newUser, signInAs, readCode }) => {
  const user = await newUser()
  await signInAs(user)
  await page.goto('/settings/phone')
  const phone = newPhone()
  await requestCode(page, phone)
  await confirmNew(page, await readCode(phone))
  await page.getByRole('button', { name: 'Нет доступа к прежнему номеру' }).click()
  await page.getByRole('button', { name: 'Сменить через сутки' }).click()
  await expect(page.getByText(/^Номер сменится/)).toBeVisible()

  const other = await newContext()
  await signInAs(user, other)
  const elsewhere = await other.newPage()
  await elsewhere.goto('/settings/phone')
  await elsewhere.getByRole('button', { name: 'Отменить смену номера' }).click()
  await expect(elsewhere.getByLabel('Новый телефон')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Новый телефон')).toBeVisible()
})
