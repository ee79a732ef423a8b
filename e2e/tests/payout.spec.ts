import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { withdrawButton } from '../fixtures/steps.ts'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

/** Fills the form up to the code. */
async function orderPayout(page: Page, rubles: number) {
  await page.getByLabel('Сумма').fill(String(rubles))
  await page.getByRole('button', { name: /^Вывести \d/ }).click()
  await expect(page.getByText(/Код отправлен на .*\+7 \(9\d\d\) •••-••-\d\d/)).toBeVisible()
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
}

const balance = (page: Page) => page.getByText('Доступно к выводу').locator('..')
const history = (page: Page) => page.getByRole('list', { name: 'Выводы' })

let user: TestUser

test.beforeEach(async ({ newUser, bookTips, addCard, signInAs }) => {
  user = await newUser('Мария Котова', [{ restaurant: 'Берег' }])
  await bookTips(user, [{ amount: 1250 }])
  await addCard(user)
  await signInAs(user)
})

// spec: 2.32, 2.78
test('a payout of 500 ₽ to a card updates status, balance and operations without a reload', {
  tag: '@mfe-payouts',
}, async ({ page, readCode }) => {
  await page.goto('/out')
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  await withdrawButton(page).click()
  await expect(page.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
  await expect(page.getByRole('main').getByText('Выплачено').first()).toBeVisible()
  await expect(history(page).getByText('Выплачено')).toBeVisible()

  await page.getByRole('button', { name: 'Вывести ещё' }).click()
  await expect(balance(page)).toContainText('750\u00A0₽')

  await openMenu(page)
  await page.getByRole('link', { name: 'Операции', exact: true }).click()
  await expect(page.getByText('−500\u00A0₽').first()).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
})

// spec: 2.74
test('the button of a withdrawal stays above the keyboard of a phone', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
}) => {
  // What the keyboard of a small phone leaves of the window.
  await page.setViewportSize({ width: 360, height: 420 })
  await page.goto('/out')
  const field = page.getByLabel('Сумма')
  await field.tap()
  await page.keyboard.type('700')
  const send = page.getByRole('button', { name: /^Вывести 700\s₽$/ })
  for (const part of [field, send, page.getByText(/^Придёт/)]) await expect(part).toBeInViewport({ ratio: 1 })
  const [fieldBox, buttonBox] = await Promise.all([field.boundingBox(), send.boundingBox()])
  expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThan(buttonBox?.y ?? 0)
})

// spec: 2.78
test('a payout to a phone by СБП has no fee, and the right code replaces a wrong one', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, addSbpPhone, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/422/)
  await addSbpPhone(user)
  await page.goto('/out')
  await page.getByRole('button', { name: /^По СБП/ }).click()
  await orderPayout(page, 1000)
  const code = await readCode(user.phone)
  await page.getByLabel('Код из СМС').fill(code === '000000' ? '000001' : '000000')
  await withdrawButton(page).click()
  await expect(page.getByText('Неверный код. Осталось 4\u00A0попытки')).toBeVisible()
  // The first digit of the right code replaces the whole wrong one.
  await expect(page.getByLabel('Код из СМС')).toBeFocused()
  await page.keyboard.type(code)
  await withdrawButton(page).click()
  await expect(history(page).getByText('Выплачено')).toBeVisible()
  await history(page).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText('Комиссия').locator('..')).toContainText('0\u00A0₽')
})

// spec: 6.16
test('a double click and a lost response create one payout', { tag: ['@mfe-payouts', '@phone'] }, async ({
  page,
  readCode,
  allowedConsole,
  database,
}) => {
  allowedConsole.patterns.push(/ERR_FAILED|ERR_CONNECTION/)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  // The server creates the payout, and the response never arrives.
  await page.route('**/api/v1/user/payout', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await withdrawButton(page).dblclick()
  await expect(page.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
  const { rows } = await database.query('select amount from payout where user_id = $1', [user.id])
  expect(rows).toEqual([{ amount: '50000' }])
})

// spec: 10.10
test('an order during a failover of the database waits, and is created once', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, database, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/503/)
  await page.goto('/out')
  await orderPayout(page, 500)
  await page.getByLabel('Код из СМС').fill(await readCode(user.phone))
  const keys: string[] = []
  await page.route('**/api/v1/user/payout', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return await route.fallback()
    keys.push(request.headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return await route.fallback()
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'database_failover', message: '', retry_after: 1 },
    })
  })
  await withdrawButton(page).click()
  await expect(page.getByText(/^У нас небольшая заминка\. Попробуем ещё раз через/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Вывод № \d+/ })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const { rowCount } = await database.query('select from payout where user_id = $1', [user.id])
  expect(rowCount).toBe(1)
})
