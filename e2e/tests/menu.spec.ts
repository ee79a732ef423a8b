import type { Page } from '@playwright/test'
import { openFrames, openMenu } from '@portal/test-kit/steps'
import { demo } from '../fixtures/people.ts'
import { expect, test } from '../fixtures.ts'

const group = (page: Page, title: string) => page.getByRole('list', { name: title, exact: true }).getByRole('link')
const withMoney = ['Чаевые', 'Операции', 'Вывод средств']

// spec: 3.2
test('the menu shows the money pages once there is money', async ({ page, newWaiter, signInAs, bookTips }) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/')
  await openMenu(page)
  await expect(group(page, 'Меню')).toHaveText(['Чаевые'])
  await expect(group(page, 'Профиль')).toHaveText(['Личная карточка', 'Настройки'])

  await bookTips(waiter, [{ amount: 300 }])
  // The tip arrives in the open page without a reload.
  await expect(group(page, 'Меню')).toHaveText(withMoney)
})

// spec: 3.2
test('the menu shows the money pages after everything is withdrawn, since there is an average', {
  tag: '@phone',
}, async ({ page, newWaiter, signInAs, bookTips, addCard, readCode }) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await addCard(waiter)
  await signInAs(waiter)
  await page.goto('/out')
  await page.getByText('Вывести всё').click()
  await page.getByRole('button', { name: 'Вывести', exact: true }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await readCode(waiter.phone))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Вывести/ })
    .click()
  await expect(page.getByRole('heading', { name: /Заявка № \d+/ })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу').locator('..')).toContainText(/^Доступно к выводу0\s₽/)
  await openMenu(page)
  await expect(group(page, 'Меню')).toHaveText(withMoney)
})

// spec: 3.2
test('the menu hides the money pages while the balance is unknown', { tag: '@phone' }, async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/503|ApiError/)
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await openFrames(page)
  await page.route('**/api/v1/session/bootstrap', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    await route.fulfill({ json: { ...session, balance: { ...session.balance, by_restaurant: {} } } })
  })
  await page.route('**/api/v1/user/balance/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away' } }),
  )
  await signInAs(waiter)
  await page.goto('/settings')
  await openMenu(page)
  await expect(group(page, 'Меню')).toHaveText(['Чаевые'])
})

// spec: 3.5
test('the menu ends with the name, its initial and the sign-out button', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter('Ольга Петрова'))
  await page.goto('/')
  await openMenu(page)
  await expect(page.getByText('Ольга Петрова')).toBeVisible()
  await expect(page.getByText('О', { exact: true })).toBeVisible()
  await expect(page.getByTitle('Выход')).toBeVisible()
  const bottom = page.viewportSize()?.height ?? 0
  expect((await page.getByTitle('Выход').boundingBox())?.y).toBeGreaterThan(bottom - 100)
})

// spec: 3.4
test('the menu has no selector for a single restaurant', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  await page.goto('/')
  await openMenu(page)
  await expect(page.getByRole('navigation', { name: 'Меню' })).toBeVisible()
  await expect(page.getByLabel('Ресторан')).toHaveCount(0)
})

// spec: 3.4
test('the menu shows the transfer page only in the restaurants of a default employee', { tag: '@phone' }, async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег' }, { restaurant: 'Причал', isDefault: true }])
  await bookTips(waiter, [{ amount: 111 }], 0)
  await bookTips(waiter, [{ amount: 222 }], 1)
  await signInAs(waiter)
  await page.goto('/settings')
  for (const [restaurant, items] of [
    ['Причал', [...withMoney, 'Перевод средств']],
    ['Берег', withMoney],
  ] as const) {
    await openMenu(page)
    await page.getByRole('combobox', { name: 'Ресторан' }).click()
    await page.getByRole('option', { name: restaurant }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
    await openMenu(page)
    await expect(group(page, 'Меню')).toHaveText(items)
    if ((page.viewportSize()?.width ?? 0) < 768) await page.keyboard.press('Escape')
  }
})

// spec: 3.4
test('switching the restaurant opens the home page with its balance', async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег' }, { restaurant: 'Причал' }])
  await bookTips(waiter, [{ amount: 111 }], 0)
  await bookTips(waiter, [{ amount: 2222 }], 1)
  await signInAs(waiter)
  await page.goto('/billing')
  await expect(page.getByText(/\+111\s₽/).first()).toBeVisible()

  await openMenu(page)
  await page.getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: 'Причал' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(/2\s222\s₽/).first()).toBeVisible()
})

// On a wide screen the menu is always open.
test.describe('on a phone', { tag: '@phone' }, () => {
  // spec: 3.6, 11.2
  test('the menu opens by the header button, and closes by Esc, by a choice and in a wide window', async ({
    page,
    newWaiter,
    signInAs,
    bookTips,
  }) => {
    const waiter = await newWaiter()
    await bookTips(waiter, [{ amount: 300 }])
    await signInAs(waiter)
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Открыть меню' })
    const dialog = page.getByRole('dialog')

    await button.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await page.getByRole('link', { name: 'Операции', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()

    await button.click()
    await page.setViewportSize({ width: 767, height: 780 })
    await expect(dialog).toBeVisible()
    await page.setViewportSize({ width: 768, height: 780 })
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Операции', exact: true })).toBeVisible()
  })
})

test('Анна switches between her two restaurants', async ({ page, database, signInAs }) => {
  const { rows } = await database.query<{ id: string }>('select id from user_account where phone = $1', [
    demo.anna.phone,
  ])
  await signInAs({ id: rows[0]?.id ?? '', name: demo.anna.name })
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('combobox', { name: 'Ресторан' }).click()
  await expect(page.getByRole('option')).toHaveText(['Берёзка', 'Старый мост'])
})

// spec: 2.21
test('an unknown address shows that there is no such page', { tag: '@phone' }, async ({
  page,
  baseURL,
  newWaiter,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/404/)
  await signInAs(await newWaiter())
  for (const address of ['/nowhere', '//nowhere', '/%2Fnowhere', '/%5Cnowhere']) {
    await page.goto(address.startsWith('//') ? `${baseURL}${address}` : address)
    await expect(page.getByText('Страница не найдена')).toBeVisible()
  }
  await page.getByRole('link', { name: /главную/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})

// spec: 3.7
test('a 403 shows «Доступ запрещен» until the next navigation, even to the same page', { tag: '@phone' }, async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/403/)
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await signInAs(waiter)
  await openFrames(page)
  await page.route('**/api/v1/user/billing?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not allowed' } }),
  )
  await page.goto('/billing')
  await expect(page.getByText('Доступ запрещен')).toBeVisible()
  await expect(page.getByText('За всё время')).toHaveCount(0)
  const choose = async (title: string) => {
    await openMenu(page)
    await page.getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await choose('Вывод средств')
  await expect(page.getByText('Доступ запрещен')).toHaveCount(0)
  await choose('Операции')
  await expect(page.getByText('Доступ запрещен')).toBeVisible()
  await page.unroute('**/api/v1/user/billing?**')
  await choose('Операции')
  await expect(page.getByText(/\+300\s₽/).first()).toBeVisible()
})
