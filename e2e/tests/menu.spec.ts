import type { Page } from '@playwright/test'
import { demo } from '../fixtures/people.ts'
import { expect, test } from '../fixtures.ts'

async function openMenu(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Открыть меню' }).click()
}

test('money pages are in the menu once there is money', async ({ page, newWaiter, signInAs, bookTips, isMobile }) => {
  const waiter = await newWaiter()
  await signInAs(waiter)
  await page.goto('/')
  await openMenu(page, isMobile)
  const menu = page.getByRole('navigation', { name: 'Меню' })
  await expect(menu.getByRole('link', { name: 'Чаевые' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Операции' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Вывод средств' })).toHaveCount(0)

  await bookTips(waiter, [{ amount: 300 }])
  // The tip arrives in the open page by itself.
  await expect(menu.getByRole('link', { name: 'Операции' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Вывод средств' })).toBeVisible()
})

test('the name, its first letter and the way out stand at the bottom', async ({
  page,
  newWaiter,
  signInAs,
  isMobile,
}) => {
  await signInAs(await newWaiter('Ольга Петрова'))
  await page.goto('/')
  await openMenu(page, isMobile)
  await expect(page.getByText('Ольга Петрова')).toBeVisible()
  await expect(page.getByText('О', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Выход' })).toBeVisible()
})

test('one restaurant needs no selector', async ({ page, newWaiter, signInAs, isMobile }) => {
  await signInAs(await newWaiter())
  await page.goto('/')
  await openMenu(page, isMobile)
  await expect(page.getByRole('navigation', { name: 'Меню' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Ресторан' })).toHaveCount(0)
})

test('switching the restaurant goes home and shows its money in the page of a remote', async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
  isMobile,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег' }, { restaurant: 'Причал' }])
  await bookTips(waiter, [{ amount: 111 }], 0)
  await bookTips(waiter, [{ amount: 2222 }], 1)
  await signInAs(waiter)
  await page.goto('/billing')
  await expect(page.getByText(/\+111\s₽/).first()).toBeVisible()

  await openMenu(page, isMobile)
  await page.getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: 'Причал' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText(/2\s222\s₽/).first()).toBeVisible()
})

// On a wide screen the menu always stands open.
test.describe('on a phone', { tag: '@phone' }, () => {
  test('the menu opens by the header button and closes by Esc, by choosing and by a wide window', async ({
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
    await page.setViewportSize({ width: 900, height: 780 })
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Операции', exact: true })).toBeVisible()
  })
})

test('Анна chooses between her two restaurants', async ({ page, database, signInAs, isMobile }) => {
  const { rows } = await database.query<{ id: string }>('select id from user_account where phone = $1', [
    demo.anna.phone,
  ])
  await signInAs({ id: rows[0]?.id ?? '', name: demo.anna.name })
  await page.goto('/')
  await openMenu(page, isMobile)
  await page.getByRole('combobox', { name: 'Ресторан' }).click()
  await expect(page.getByRole('option')).toHaveText(['Берёзка', 'Старый мост'])
})

test('an address that is nobody’s says so', async ({ page, newWaiter, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/404/)
  await signInAs(await newWaiter())
  await page.goto('/nowhere')
  await expect(page.getByText('Страница не найдена')).toBeVisible()
  await page.getByRole('link', { name: /главную/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чаевые' })).toBeVisible()
})

test('403 shows «Доступ запрещен» in place of the content until one goes elsewhere', async ({
  page,
  newWaiter,
  signInAs,
  bookTips,
  allowedConsole,
  isMobile,
}) => {
  allowedConsole.patterns.push(/403/)
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await signInAs(waiter)
  await page.route('**/api/v1/user/billing?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not allowed' } }),
  )
  await page.goto('/billing')
  await expect(page.getByText('Доступ запрещен')).toBeVisible()
  await openMenu(page, isMobile)
  await page.getByRole('link', { name: 'Вывод средств' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вывод средств' })).toBeVisible()
  await expect(page.getByText('Доступ запрещен')).toHaveCount(0)
})
