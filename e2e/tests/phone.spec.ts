import type { Page, Route } from '@playwright/test'
import { newPhone, password } from '../fixtures/people.ts'
import { forgetSession, reloadItself, signIn } from '../fixtures/steps.ts'
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
  await requestCode(page, phone)
  await confirmNew(page, await readCode(phone))
  await confirm(page, await readCode(waiter.phone))
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

test('a wrong password is reported at its field, and the phone and the codes stay valid', {
  tag: '@mfe-settings',
}, async ({ page, newWaiter, signInAs, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/422/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/phone')
  const phone = newPhone()
  await requestCode(page, phone, 'not-the-password')
  const code = await readCode(phone)
  await confirmNew(page, code)
  const ownCode = await readCode(waiter.phone)
  await confirm(page, ownCode)
  await expect(page.getByText('Текущий пароль указан неверно')).toBeVisible()
  await expect(page.getByLabel('Новый телефон')).not.toHaveValue('')

  await current(page).fill(password)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText(/^Код отправлен на/)).toBeVisible()
  await confirmNew(page, code)
  await confirm(page, ownCode)
  await expect(page.getByText('Номер изменён')).toBeVisible()
})

// spec: 2.105
test('a phone of another user is rejected', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/409/)
  const other = await newWaiter('Пётр Ильин')
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/phone')
  await requestCode(page, other.phone)
  await confirmNew(page, await readCode(other.phone))
  await confirm(page, await readCode(waiter.phone))
  await expect(page.getByText('Этот номер уже используется')).toBeVisible()
  await expect(page.getByLabel('Новый телефон')).toHaveAttribute('aria-invalid', 'true')
})

// spec: 2.106
test('without the old phone the change is delayed for a day, and another session cancels it', {
  tag: '@mfe-settings',
}, async ({ page, newContext, newWaiter, signInAs, readCode }) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/settings/phone')
  const phone = newPhone()
  await requestCode(page, phone)
  await confirmNew(page, await readCode(phone))
  await page.getByRole('button', { name: 'Нет доступа к прежнему номеру' }).click()
  await page.getByRole('button', { name: 'Сменить через 24 часа' }).click()
  await expect(page.getByText(/^Номер сменится/)).toBeVisible()

  const other = await newContext()
  await signInAs(waiter, other)
  const elsewhere = await other.newPage()
  await elsewhere.goto('/settings/phone')
  await elsewhere.getByRole('button', { name: 'Отменить смену номера' }).click()
  await expect(elsewhere.getByLabel('Новый телефон')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Новый телефон')).toBeVisible()
})

// spec: 6.24
test('after a lost response the user signs in by the new phone', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
  readCode,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|401|410/)
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.route('**/api/v1/events**', (route) => route.abort())
  await page.goto('/settings/phone')
  const phone = newPhone()
  await requestCode(page, phone)
  await confirmNew(page, await readCode(phone))
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  // With the old token, the stream or what the page loads when it is idle would end its
  // session at a moment of their own.
  await page.route('**/api/v1/**', (route) => route.abort())
  // The request reaches the server, which gives the session a new token, and the browser never gets it.
  await page.route('**/api/v1/user/phone', async (route) => {
    const { url, headers, postData } = await sentRequest(route)
    await fetch(url, { method: 'POST', headers, body: postData })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Сменить телефон' }).click()
  // The banner of the page says it too, as soon as its check of the network has failed.
  await expect(page.getByRole('dialog').getByText('Нет соединения с интернетом')).toBeVisible()
  await page.unroute('**/api/v1/**')
  await reloadItself(page, '/settings/phone')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, phone)
  await expect(page.getByRole('button', { name: 'Войти' })).toHaveCount(0)
})

test('going back closes the step of the code, and the form stays filled', { tag: '@mfe-settings' }, async ({
  page,
  newWaiter,
  signInAs,
}) => {
  await signInAs(await newWaiter())
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Телефон/ }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByText('Введите текущий пароль')).toBeVisible()
  await expect(page.getByText('Введите номер телефона полностью')).toBeVisible()
  await requestCode(page, newPhone())
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(current(page)).toHaveValue(password)
})

async function sentRequest(route: Route) {
  const request = route.request()
  return { url: request.url(), headers: await request.allHeaders(), postData: request.postData() ?? '' }
}
